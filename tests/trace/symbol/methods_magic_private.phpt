--TEST--
A callable of an inaccessible private method leads directly to __call() or __callStatic()
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

class M
{
	private function hidden($x) { return $x; }
	private static function hidden_static($x) { return $x; }
	function inside() { return $this->hidden(...); }
	function __call($name, $arguments) { return leaf($name); }
	static function __callStatic($name, $arguments) { return leaf($name); }
}
function leaf($x) { return $x; }

$object = new M;
$dynamic = $object->hidden(...);
$static = M::hidden_static(...);
$real = $object->inside();
xhprof_enable();
$dynamic(1);
$static(1);
$real(1);
show(xhprof_disable());
?>
--EXPECT--
M::__call==>leaf  ct=1
main()==>M::__call  ct=1
M::__callStatic==>leaf  ct=1
main()==>M::__callStatic  ct=1
main()==>M::hidden  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
