--TEST--
A function called before xhprof_enable() is counted after it
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function A($x) { return B($x) . strrev($x); }
function B($x) { return ucfirst($x); }
class C
{
	function method($x) { return self::helper($x); }
	private static function helper($x) { return A($x); }
	function __get($name) { return A($name); }
}
function numbers() { yield 1; yield 2; }
$closure = function ($x) { return B($x); };
$object = new C;
$generator = numbers();
$callable = A(...);
$internal = strrev(...);

for ($i = 0; $i < 3; $i++) {
	A('x');
	$object->method('x');
	$object->property;
	$closure('x');
	$callable('x');
	$internal('x');
	iterator_to_array(numbers());
}
$generator->current();

xhprof_enable();
A('x');
$object->method('x');
$object->property;
$closure('x');
$callable('x');
$internal('x');
iterator_to_array(numbers());
$generator->next();
show(xhprof_disable());
?>
--EXPECT--
B==>ucfirst  ct=5
A==>B  ct=4
A==>strrev  ct=4
main()==>A  ct=2
C::helper==>A  ct=1
C::method==>C::helper  ct=1
main()==>C::method  ct=1
C::__get==>A  ct=1
main()==>C::__get  ct=1
{closure}==>B  ct=1
main()==>{closure}  ct=1
main()==>strrev  ct=1
iterator_to_array==>numbers  ct=3
main()==>iterator_to_array  ct=1
Generator::next==>numbers  ct=1
main()==>Generator::next  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
