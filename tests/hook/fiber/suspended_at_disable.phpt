--TEST--
What is open in suspended fibers when the profile stops is closed and counted
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function entry($x) { leaf($x); return inner($x); }
function inner($x) { leaf($x); Fiber::suspend($x); return leaf($x); }
function leaf($x) { return $x; }

$one = new Fiber('entry');
$two = new Fiber('inner');
$unstarted = new Fiber('entry');
xhprof_enable();
$one->start(1);
$two->start(2);
show_sorted(xhprof_disable());

// They go on without a profile, and in one that does not know them.
$two->resume();
xhprof_enable();
$one->resume();
show(xhprof_disable());
?>
--EXPECT--
Fiber::start==>entry  ct=1
Fiber::start==>inner  ct=1
entry==>inner  ct=1
entry==>leaf  ct=1
inner==>Fiber::suspend  ct=2
inner==>leaf  ct=2
main()  ct=1
main()==>Fiber::start  ct=2
main()==>xhprof_disable  ct=1
Fiber::resume==>leaf  ct=1
main()==>Fiber::resume  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
