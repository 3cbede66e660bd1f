--TEST--
Time that passes inside a builtin belongs to that builtin
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function outer($us)
{
	xhprof_fake_clock_advance($us * 1000, 0);
	xhprof_fake_clock_advance($us * 1000, $us * 1000);
}

xhprof_enable(0, ['ignored_functions' => ['xhprof_disable']]);
outer(100);
show_times(xhprof_disable());
?>
--EXPECT--
outer==>xhprof_fake_clock_advance  ct=2 wt=202
main()==>outer  ct=1 wt=205
main()  ct=1 wt=207
