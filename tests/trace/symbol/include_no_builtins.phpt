--TEST--
load:: is recorded without builtins too, and file-level calls belong to the includer
--INI--
opcache.enable_cli=0
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function leaf($x) { return $x; }
function includes($path) { return include $path; }

xhprof_enable(XHPROF_FLAGS_NO_BUILTINS | XHPROF_FLAGS_MEMORY);
includes(__DIR__ . '/inc/calls.inc');
includes(__DIR__ . '/inc/more.inc');
(new Declared)->method(1);
array_map('includes', [__DIR__ . '/inc/calls.inc']);
show(xhprof_disable());
?>
--EXPECT--
includes==>load::inc/calls.inc  ct=2 [mu pmu]
includes==>leaf  ct=3 [mu pmu]
main()==>includes  ct=3 [mu pmu]
includes==>load::inc/more.inc  ct=1 [mu pmu]
includes==>load::inc/declares.inc  ct=1 [mu pmu]
declared==>leaf  ct=1 [mu pmu]
includes==>declared  ct=1 [mu pmu]
Declared::method==>leaf  ct=1 [mu pmu]
main()==>Declared::method  ct=1 [mu pmu]
main()  ct=1 [mu pmu]
