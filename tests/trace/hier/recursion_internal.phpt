--TEST--
Internal functions and methods recurse like user functions
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function walk($x) { return is_array($x) ? array_map('walk', $x) : leaf($x); }
function leaf($x) { return $x; }
class Items extends ArrayObject
{
	function count(): int { return parent::count(); }
}
class Sub extends Items
{
	function count(): int { return parent::count(); }
}

xhprof_enable();
array_map('walk', [[[1, 2]]]);
(new Sub([1]))->count();
show(xhprof_disable());
?>
--EXPECT--
walk@2==>leaf  ct=2
array_map@2==>walk@2  ct=2
walk@1==>array_map@2  ct=1
array_map@1==>walk@1  ct=1
walk==>array_map@1  ct=1
array_map==>walk  ct=1
main()==>array_map  ct=1
main()==>ArrayObject::__construct  ct=1
Items::count==>ArrayObject::count  ct=1
Sub::count==>Items::count  ct=1
main()==>Sub::count  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
