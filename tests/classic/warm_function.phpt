--TEST--
A function called many times before the profile is recorded like a new one
--FILE--
<?php
require __DIR__ . '/../helper.inc';

class Warm
{
	private $sum = 0;
	function add($x) { return $this->sum += leaf($x); }
}
function leaf($x) { return $x; }
function loop($object, $n)
{
	for ($i = 0; $i < $n; $i++) {
		$object->add($i);
	}
}

$object = new Warm;
loop($object, 1000);
xhprof_enable();
loop($object, 1000);
show(xhprof_disable());
?>
--EXPECT--
Warm::add==>leaf  ct=1000
loop==>Warm::add  ct=1000
main()==>loop  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
