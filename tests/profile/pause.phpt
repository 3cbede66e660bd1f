--TEST--
While a profile is paused, its clocks stand still and no call is recorded
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function leaf($x) { return $x; }
function wait() { xhprof_fake_clock_advance(1000000, 1000000); leaf(1); }
function ends_paused() { leaf(1); xhprof_pause(); wait(); }
function work()
{
	ends_paused();
	wait();
	xhprof_resume();
	return leaf(2);
}
function fiber($x) { leaf($x); Fiber::suspend(1); leaf($x); Fiber::suspend(2); return leaf($x); }

var_dump(xhprof_pause(), xhprof_resume());

foreach ([XHPROF_FLAGS_CPU, XHPROF_FLAGS_CPU | XHPROF_FLAGS_TREE] as $flags) {
	xhprof_enable($flags);
	work();
	show_times(xhprof_disable());
}

echo "-- twice, and never resumed\n";
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
leaf(1);
var_dump(xhprof_resume(), xhprof_pause(), xhprof_pause(), xhprof_resume(), xhprof_pause());
wait();
show_times(xhprof_disable());
var_dump(xhprof_resume());

echo "-- and the next one is not paused\n";
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
leaf(1);
show_times(xhprof_disable());

echo "-- fibers that switch meanwhile\n";
$fiber = new Fiber('fiber');
$other = new Fiber('fiber');
xhprof_enable();
$fiber->start(1);
xhprof_pause();
wait();
$other->start(1);
$fiber->resume();
wait();
xhprof_resume();
$fiber->resume();
$other->resume();
show_times(xhprof_disable());
?>
--EXPECT--
bool(false)
bool(false)
ends_paused==>leaf  ct=1 wt=1 cpu=1
ends_paused==>xhprof_pause  ct=1 wt=1 cpu=1
work==>ends_paused  ct=1 wt=4 cpu=4
work==>leaf  ct=1 wt=1 cpu=1
main()==>work  ct=1 wt=9 cpu=9
main()==>xhprof_disable  ct=1 wt=1 cpu=1
main()  ct=1 wt=12 cpu=12
ends_paused==>leaf  ct=1 wt=1 cpu=1
ends_paused==>xhprof_pause  ct=1 wt=1 cpu=1
work==>ends_paused  ct=1 wt=4 cpu=4
work==>leaf  ct=1 wt=1 cpu=1
main()==>work  ct=1 wt=9 cpu=9
main()==>xhprof_disable  ct=1 wt=1 cpu=1
main()  ct=1 wt=12 cpu=12
-- twice, and never resumed
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
main()==>leaf  ct=1 wt=1
main()  ct=1 wt=4
bool(false)
-- and the next one is not paused
main()==>leaf  ct=1 wt=1
main()  ct=1 wt=3
-- fibers that switch meanwhile
fiber==>leaf  ct=2 wt=2
Fiber::start==>fiber  ct=1 wt=4
main()==>Fiber::start  ct=1 wt=7
main()==>xhprof_pause  ct=1 wt=1
fiber==>Fiber::suspend  ct=1 wt=1
main()==>fiber  ct=1 wt=0
Fiber::resume==>fiber  ct=1 wt=3
main()==>Fiber::resume  ct=2 wt=12
Fiber::resume==>leaf  ct=1 wt=1
Fiber::resume==>Fiber::suspend  ct=1 wt=1
main()==>xhprof_disable  ct=1 wt=1
main()  ct=1 wt=26
