--TEST--
Calls made by constants, static variables, enum cases and attributes belong to the place that evaluates them
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

#[Attribute]
class Mark
{
	function __construct(public $x) { leaf($x); }
}
class Value
{
	const KEY = 'k' . PHP_EOL;
	public function __construct(public $x = new Mark(1)) { leaf($x); }
}
#[Mark(2)]
function with_static($x, $value = new Value)
{
	static $count = 0;
	return leaf($count++);
}
function leaf($x) { return $x; }

xhprof_enable();
with_static(1);
with_static(2, 3);
(new ReflectionFunction('with_static'))->getAttributes()[0]->newInstance();
show(xhprof_disable());
?>
--EXPECT--
Mark::__construct==>leaf  ct=2
Value::__construct==>Mark::__construct  ct=1
Value::__construct==>leaf  ct=1
with_static==>Value::__construct  ct=1
with_static==>leaf  ct=2
main()==>with_static  ct=2
main()==>ReflectionFunction::__construct  ct=1
main()==>ReflectionFunctionAbstract::getAttributes  ct=1
ReflectionAttribute::newInstance==>Mark::__construct  ct=1
main()==>ReflectionAttribute::newInstance  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
