--TEST--
Static methods, constructors, instance methods and destructors are recorded
--FILE--
<?php
require __DIR__ . '/../helper.inc';

class C
{
	private static $count = 0;
	private $attr;
	function __construct($attr) { $this->attr = $attr; self::$count++; }
	static function inner_static() { return self::$count; }
	static function outer_static() { return self::inner_static(); }
	function get_attr() { return $this->attr; }
	function __destruct() { self::$count--; }
}

xhprof_enable();
$obj = new C(10);
C::outer_static();
$obj->get_attr();
$obj = null;
show(xhprof_disable());
?>
--EXPECT--
main()==>C::__construct  ct=1
C::outer_static==>C::inner_static  ct=1
main()==>C::outer_static  ct=1
main()==>C::get_attr  ct=1
main()==>C::__destruct  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
