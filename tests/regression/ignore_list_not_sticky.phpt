--TEST--
xhprof_enable() without options has no ignore list
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function foo($x) { return foo2($x); }
function foo2($x) { return inner($x); }
function inner($x) { return $x; }

xhprof_enable(0, ['ignored_functions' => ['foo2']]);
foo(1);
show(xhprof_disable());
xhprof_enable();
foo(1);
show(xhprof_disable());
?>
--EXPECT--
foo==>inner  ct=1
main()==>foo  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
foo2==>inner  ct=1
foo==>foo2  ct=1
main()==>foo  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
