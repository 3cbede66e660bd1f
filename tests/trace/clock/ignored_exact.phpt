--TEST--
The time of an ignored function is its caller's
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function outer($us) { return ignored($us); }
function ignored($us) { leaf($us); xhprof_fake_clock_advance($us * 1000, $us * 1000); }
function leaf($x) { return $x; }

xhprof_enable(XHPROF_FLAGS_CPU, ['ignored_functions' => ['ignored', 'xhprof_fake_clock_advance', 'xhprof_disable']]);
outer(100);
ignored(10);
show_times(xhprof_disable());
?>
--EXPECT--
outer==>leaf  ct=1 wt=1 cpu=1
main()==>outer  ct=1 wt=103 cpu=103
main()==>leaf  ct=1 wt=1 cpu=1
main()  ct=1 wt=118 cpu=118
