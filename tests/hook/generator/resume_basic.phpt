--TEST--
Each resume of a generator is one call of the resumer; creating it is not a call
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function g($n)
{
	leaf(0);
	for ($i = 0; $i < $n; $i++) {
		yield leaf($i);
	}
	return leaf($n);
}
function leaf($x) { return $x; }
function consumer($n)
{
	foreach (g($n) as $value) {
		strrev($value);
	}
}
function created($x) { return g($x); }

xhprof_enable();
consumer(3);
consumer(0);
iterator_to_array(g(2));
$never = created(5);
$never = null;
$list = [...g(1)];
show(xhprof_disable());
?>
--EXPECT--
g==>leaf  ct=14
consumer==>g  ct=5
consumer==>strrev  ct=3
main()==>consumer  ct=2
iterator_to_array==>g  ct=3
main()==>iterator_to_array  ct=1
main()==>created  ct=1
main()==>g  ct=2
main()==>xhprof_disable  ct=1
main()  ct=1
