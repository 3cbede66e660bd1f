--TEST--
Ignored functions work together with the other flags
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function foo($x) { return middle($x); }
function middle($x) { return implode(array_map('leaf', [$x])); }
function leaf($x) { return strrev($x); }

foreach ([XHPROF_FLAGS_NO_BUILTINS, XHPROF_FLAGS_CPU, XHPROF_FLAGS_MEMORY, 7] as $flags) {
	xhprof_enable($flags, ['ignored_functions' => ['middle', 'implode']]);
	foo('x');
	show(xhprof_disable());
}
?>
--EXPECT--
foo==>leaf  ct=1
main()==>foo  ct=1
main()  ct=1
leaf==>strrev  ct=1 [cpu]
array_map==>leaf  ct=1 [cpu]
foo==>array_map  ct=1 [cpu]
main()==>foo  ct=1 [cpu]
main()==>xhprof_disable  ct=1 [cpu]
main()  ct=1 [cpu]
leaf==>strrev  ct=1 [mu pmu]
array_map==>leaf  ct=1 [mu pmu]
foo==>array_map  ct=1 [mu pmu]
main()==>foo  ct=1 [mu pmu]
main()==>xhprof_disable  ct=1 [mu pmu]
main()  ct=1 [mu pmu]
foo==>leaf  ct=1 [cpu mu pmu]
main()==>foo  ct=1 [cpu mu pmu]
main()  ct=1 [cpu mu pmu]
