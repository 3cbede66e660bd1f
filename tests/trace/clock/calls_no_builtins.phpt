--TEST--
Builtins that are not recorded take no time on the stepping clock
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function leaf($x) { return strrev($x); }
function outer($x) { strrev($x); array_map('leaf', [$x]); ucfirst($x); return leaf($x); }

xhprof_enable(XHPROF_FLAGS_NO_BUILTINS | XHPROF_FLAGS_CPU);
outer('x');
show_times(xhprof_disable());
?>
--EXPECT--
outer==>leaf  ct=2 wt=2 cpu=2
main()==>outer  ct=1 wt=5 cpu=5
main()  ct=1 wt=7 cpu=7
