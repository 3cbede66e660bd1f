--TEST--
A call through reflection is its target's, as a child of the reflection method
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

class C
{
	function method($x) { return strrev($x); }
	private static function fixed($x) { return strrev($x); }
	function __construct($x) { strrev($x); }
}

$method = new ReflectionMethod('C', 'method');
$fixed = new ReflectionMethod('C', 'fixed');
$class = new ReflectionClass('C');
$internal = new ReflectionFunction('strrev');
$closure = (new ReflectionFunction('strrev'))->getClosure();
$object = new C('x');
xhprof_enable();
$method->invoke($object, 'x');
$fixed->invoke(null, 'x');
$class->newInstance('x');
$internal->invoke('x');
$closure('x');
show(xhprof_disable());
?>
--EXPECT--
C::method==>strrev  ct=1
ReflectionMethod::invoke==>C::method  ct=1
main()==>ReflectionMethod::invoke  ct=2
C::fixed==>strrev  ct=1
ReflectionMethod::invoke==>C::fixed  ct=1
C::__construct==>strrev  ct=1
ReflectionClass::newInstance==>C::__construct  ct=1
main()==>ReflectionClass::newInstance  ct=1
ReflectionFunction::invoke==>strrev  ct=1
main()==>ReflectionFunction::invoke  ct=1
main()==>strrev  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
