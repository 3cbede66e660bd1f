--TEST--
A fiber destroyed at the end of the script may stop the profile
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function entry()
{
	try {
		inner();
	} finally {
		leaf(1);
		show(xhprof_disable());
		leaf(2);
	}
}
function inner() { Fiber::suspend(); }
function leaf($x) { return $x; }

$fiber = new Fiber('entry');
xhprof_enable();
$fiber->start();
leaf(1);
?>
--EXPECT--
Fiber::start==>entry  ct=1
main()==>Fiber::start  ct=1
main()==>leaf  ct=1
inner==>Fiber::suspend  ct=1
entry==>inner  ct=1
entry==>leaf  ct=1
entry==>xhprof_disable  ct=1
main()==>entry  ct=1
main()  ct=1
