--TEST--
A fiber suspended before the profile starts does not appear, but its later calls do
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function entry() { inner(); leaf(1); Fiber::suspend(); leaf(2); }
function inner() { Fiber::suspend(); leaf(3); }
function leaf($x) { return $x; }

$fiber = new Fiber('entry');
$fiber->start();
xhprof_enable();
$fiber->resume();
$fiber->resume();
leaf(4);
show(xhprof_disable());
?>
--EXPECT--
Fiber::resume==>leaf  ct=3
Fiber::resume==>Fiber::suspend  ct=2
main()==>Fiber::resume  ct=2
main()==>leaf  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
