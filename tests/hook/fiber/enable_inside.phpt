--TEST--
A profile may start inside one fiber and stop in another
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function first()
{
	leaf(1);
	xhprof_enable($GLOBALS['flags']);
	leaf(2);
	middle();
	leaf(3);
}
function middle() { Fiber::suspend(); leaf(4); }
function second()
{
	leaf(5);
	$GLOBALS['profile'] = xhprof_disable();
	Fiber::suspend();
	leaf(6);
}
function leaf($x) { return $x; }

foreach ([0, XHPROF_FLAGS_NO_BUILTINS] as $flags) {
	$one = new Fiber('first');
	$two = new Fiber('second');
	$one->start();
	leaf(7);
	$one->resume();
	$two->start();
	leaf(8);
	$two->resume();
	show($profile);
}
?>
--EXPECT--
main()==>leaf  ct=2
main()==>middle  ct=1
middle==>Fiber::suspend  ct=1
middle==>leaf  ct=1
Fiber::resume==>middle  ct=1
Fiber::resume==>leaf  ct=1
main()==>Fiber::resume  ct=1
second==>leaf  ct=1
second==>xhprof_disable  ct=1
Fiber::start==>second  ct=1
main()==>Fiber::start  ct=1
main()  ct=1
main()==>leaf  ct=3
main()==>middle  ct=2
middle==>leaf  ct=1
second==>leaf  ct=1
main()==>second  ct=1
main()  ct=1
