--TEST--
Suspending inside a builtin's callback keeps the builtin open
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function entry($list) { return array_map('callback', $list); }
function callback($x) { leaf($x); Fiber::suspend(); return leaf($x); }
function leaf($x) { return $x; }

$one = new Fiber('entry');
$two = new Fiber('array_map');
$three = new Fiber(callback(...));
xhprof_enable();
$one->start([1, 2]);
$two->start('callback', [3]);
$three->start(4);
$one->resume();
$two->resume();
$three->resume();
$one->resume();
show(xhprof_disable());
?>
--EXPECT--
callback==>leaf  ct=8
Fiber::start==>entry  ct=1
main()==>Fiber::start  ct=3
Fiber::start==>array_map  ct=1
Fiber::start==>callback  ct=1
callback==>Fiber::suspend  ct=4
array_map==>callback  ct=3
Fiber::resume==>entry  ct=2
main()==>Fiber::resume  ct=4
Fiber::resume==>array_map  ct=1
Fiber::resume==>callback  ct=1
entry==>array_map  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
