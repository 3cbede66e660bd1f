--TEST--
A function and methods with one name are different symbols, not a recursion
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function foo($x) { return $x; }
class X
{
	function foo($x) { return foo($x); }
	static function all($x) { return (new X)->foo($x) + (new Y)->foo($x) + $x; }
}
class Y
{
	function foo($x) { return (new X)->foo($x); }
}

xhprof_enable();
X::all(1);
(new Y)->foo(1);
show(xhprof_disable());
?>
--EXPECT--
X::foo==>foo  ct=3
X::all==>X::foo  ct=1
Y::foo==>X::foo  ct=2
X::all==>Y::foo  ct=1
main()==>X::all  ct=1
main()==>Y::foo  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
