--TEST--
A trait's method belongs to the class that uses the trait, under its alias if it has one
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

trait T
{
	function plain($x) { return strrev($x); }
	function aliased($x) { return strrev($x); }
	static function fixed($x) { return strrev($x); }
}
trait U
{
	use T { plain as protected hidden; }
	function outer($x) { return $this->hidden($x); }
}
class A
{
	use T { aliased as alias; }
}
class B
{
	use U;
}
class SubA extends A
{
}

xhprof_enable();
(new A)->plain('x');
(new A)->aliased('x');
(new A)->alias('x');
A::fixed('x');
(new B)->plain('x');
(new B)->outer('x');
(new SubA)->plain('x');
SubA::fixed('x');
show(xhprof_disable());
?>
--EXPECT--
A::plain==>strrev  ct=2
main()==>A::plain  ct=2
A::aliased==>strrev  ct=1
main()==>A::aliased  ct=1
A::alias==>strrev  ct=1
main()==>A::alias  ct=1
A::fixed==>strrev  ct=2
main()==>A::fixed  ct=2
B::plain==>strrev  ct=1
main()==>B::plain  ct=1
B::hidden==>strrev  ct=1
B::outer==>B::hidden  ct=1
main()==>B::outer  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
