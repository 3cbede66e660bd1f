--TEST--
Exceptions thrown into and out of a fiber close the calls they leave
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function catcher($x)
{
	try {
		inner($x);
	} catch (Exception $exception) {
		leaf($x);
	}
	return Fiber::suspend($x);
}
function thrower($x) { inner($x); throw new Exception('out'); }
function inner($x) { return Fiber::suspend($x); }
function leaf($x) { return $x; }

$exception = new Exception('in');
$one = new Fiber('catcher');
$two = new Fiber('thrower');
$three = new Fiber('inner');
xhprof_enable();
$one->start(1);
$two->start(2);
$three->start(3);
$one->throw($exception);
try {
	$two->resume();
} catch (Exception $caught) {
	leaf(1);
}
try {
	$three->throw($exception);
} catch (Exception $caught) {
	leaf(1);
}
$one->resume();
show(xhprof_disable());
?>
--EXPECT--
Fiber::start==>catcher  ct=1
main()==>Fiber::start  ct=3
Fiber::start==>thrower  ct=1
Fiber::start==>inner  ct=1
inner==>Fiber::suspend  ct=3
catcher==>inner  ct=1
catcher==>leaf  ct=1
Fiber::throw==>catcher  ct=1
main()==>Fiber::throw  ct=2
thrower==>inner  ct=1
thrower==>Exception::__construct  ct=1
Fiber::resume==>thrower  ct=1
main()==>Fiber::resume  ct=2
main()==>leaf  ct=2
Fiber::throw==>inner  ct=1
catcher==>Fiber::suspend  ct=1
Fiber::resume==>catcher  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
