--TEST--
A fiber in a fiber counts recursion along the chain of resumers
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function outer()
{
	$fiber = new Fiber('inner');
	$fiber->start();
	leaf(1);
	Fiber::suspend();
	leaf(2);
	$fiber->resume();
}
function inner() { leaf(3); Fiber::suspend(); leaf(4); }
function leaf($x) { return $x; }

$fiber = new Fiber('outer');
xhprof_enable();
$fiber->start();
$fiber->resume();
show(xhprof_disable());
?>
--EXPECT--
outer==>Fiber::__construct  ct=1
inner==>leaf  ct=2
Fiber::start@1==>inner  ct=1
outer==>Fiber::start@1  ct=1
outer==>leaf  ct=2
Fiber::start==>outer  ct=1
main()==>Fiber::start  ct=1
outer==>Fiber::suspend  ct=1
inner==>Fiber::suspend  ct=1
Fiber::resume@1==>inner  ct=1
outer==>Fiber::resume@1  ct=1
Fiber::resume==>outer  ct=1
main()==>Fiber::resume  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
