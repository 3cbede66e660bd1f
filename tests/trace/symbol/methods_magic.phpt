--TEST--
Magic methods have their own names, without the engine's trampoline
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

class M
{
	function __call($name, $arguments) { return leaf($name); }
	static function __callStatic($name, $arguments) { return leaf($name); }
	function __get($name) { return leaf($name); }
	function __set($name, $value) { leaf($name); }
	function __isset($name) { return leaf(true); }
	function __unset($name) { leaf($name); }
	function __toString(): string { return leaf('x'); }
	function __invoke($x) { return leaf($x); }
	function inside() { return $this->nowhere() . self::elsewhere(); }
}
function leaf($x) { return $x; }

$object = new M;
xhprof_enable();
$object->undefined(1);
$object->undefined(2);
M::undefined(1);
$object->inside();
$object->property;
$object->property = 1;
isset($object->property);
unset($object->property);
strrev($object);
$object(1);
array_map($object, [1]);
array_map([$object, 'dynamic'], [1, 2]);
array_map('M::dynamic', [1]);
show(xhprof_disable());
?>
--EXPECT--
M::__call==>leaf  ct=6
main()==>M::__call  ct=2
M::__callStatic==>leaf  ct=2
main()==>M::__callStatic  ct=1
M::inside==>M::__call  ct=2
main()==>M::inside  ct=1
M::__get==>leaf  ct=1
main()==>M::__get  ct=1
M::__set==>leaf  ct=1
main()==>M::__set  ct=1
M::__isset==>leaf  ct=1
main()==>M::__isset  ct=1
M::__unset==>leaf  ct=1
main()==>M::__unset  ct=1
M::__toString==>leaf  ct=1
strrev==>M::__toString  ct=1
main()==>strrev  ct=1
M::__invoke==>leaf  ct=2
main()==>M::__invoke  ct=1
array_map==>M::__invoke  ct=1
main()==>array_map  ct=3
array_map==>M::__call  ct=2
array_map==>M::__callStatic  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
