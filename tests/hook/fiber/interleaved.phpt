--TEST--
Each fiber has its own stack, on top of its resumer's
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function w($x)
{
	leaf($x);
	$x = Fiber::suspend($x);
	leaf($x);
	return $x;
}
function inner($x) { return w($x); }
function leaf($x) { return $x; }

$one = new Fiber('w');
$two = new Fiber('inner');
xhprof_enable();
$one->start(1);
$two->start(2);
leaf(0);
$one->resume(3);
$two->resume(4);
show(xhprof_disable());
?>
--EXPECT--
w==>leaf  ct=4
Fiber::start==>w  ct=1
main()==>Fiber::start  ct=2
Fiber::start==>inner  ct=1
main()==>leaf  ct=1
w==>Fiber::suspend  ct=2
Fiber::resume==>w  ct=1
main()==>Fiber::resume  ct=2
inner==>w  ct=1
Fiber::resume==>inner  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
