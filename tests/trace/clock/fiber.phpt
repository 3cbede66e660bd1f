--TEST--
A fiber is not charged for the time it is suspended, and no time is counted twice
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function entry()
{
	wait_ms(1);
	inner();
	wait_ms(16);
}
function inner()
{
	wait_ms(2);
	Fiber::suspend();
	wait_ms(4);
	Fiber::suspend();
	wait_ms(8);
}
function wait_ms($ms) { xhprof_fake_clock_advance($ms * 1000000, $ms * 1000000); }
function asleep_ms($ms) { xhprof_fake_clock_advance($ms * 1000000, 0); }
function milliseconds($profile)
{
	check_conservation($profile);
	foreach ($profile as $key => $row) {
		echo $key, ' ', $row['ct'], ' ', intdiv($row['wt'], 1000), ' ', intdiv($row['cpu'], 1000), "\n";
	}
}

$one = new Fiber('entry');
$two = new Fiber('entry');
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS | XHPROF_FLAGS_CPU);
$one->start();
asleep_ms(1000);
$two->start();
wait_ms(100);
$one->resume();
$two->resume();
asleep_ms(1000);
$two->resume();
$one->resume();
milliseconds(xhprof_disable());

// Stopped while a fiber is suspended: its open calls end at the suspension.
$one = new Fiber('entry');
xhprof_enable(XHPROF_FLAGS_CPU);
$one->start();
wait_ms(100);
$profile = xhprof_disable();
foreach (['entry==>inner', 'Fiber::start==>entry', 'main()==>Fiber::start', 'inner==>Fiber::suspend',
	'main()'] as $key) {
	echo $key, ' ', $profile[$key]['ct'], ' ', intdiv($profile[$key]['wt'], 1000), "\n";
}
check_conservation($profile);
?>
--EXPECT--
entry==>wait_ms 4 34 34
inner==>wait_ms 6 28 28
main()==>entry 6 62 62
main()==>asleep_ms 2 2000 0
main()==>wait_ms 1 100 100
entry==>inner 2 28 28
main() 1 2162 162
entry==>inner 1 2
Fiber::start==>entry 1 3
main()==>Fiber::start 1 3
inner==>Fiber::suspend 1 0
main() 1 103
