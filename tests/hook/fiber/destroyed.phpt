--TEST--
A suspended fiber that is freed unwinds as a call of the function that frees it
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function entry($x) { return inner($x); }
function inner($x)
{
	try {
		Fiber::suspend($x);
	} finally {
		leaf($x);
	}
}
function leaf($x) { return $x; }

$one = new Fiber('entry');
$two = new Fiber('entry');
xhprof_enable();
$one->start(1);
$two->start(2);
leaf(0);
unset($one);
leaf(0);
unset($two);
show(xhprof_disable());
?>
--EXPECT--
Fiber::start==>entry  ct=2
main()==>Fiber::start  ct=2
main()==>leaf  ct=2
inner==>Fiber::suspend  ct=2
inner==>leaf  ct=2
entry==>inner  ct=2
main()==>entry  ct=2
main()==>xhprof_disable  ct=1
main()  ct=1
