--TEST--
A callable of a magic call leads directly to __call() or __callStatic()
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

class M
{
	function __call($name, $arguments) { return leaf($name); }
	static function __callStatic($name, $arguments) { return leaf($name); }
}
function leaf($x) { return $x; }

$object = new M;
$before = $object->dynamic(...);
$before(1);
xhprof_enable();
$before(1);
$during = $object->dynamic(...);
$during(1);
$static = M::dynamic(...);
$static(1);
$from = Closure::fromCallable([$object, 'dynamic']);
array_map($from, [1]);
show(xhprof_disable());
?>
--EXPECT--
M::__call==>leaf  ct=3
main()==>M::__call  ct=2
M::__callStatic==>leaf  ct=1
main()==>M::__callStatic  ct=1
main()==>Closure::fromCallable  ct=1
array_map==>M::__call  ct=1
main()==>array_map  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
