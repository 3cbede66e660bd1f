--TEST--
During yield from, the inner generator is called by the consumer
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function inner($n)
{
	for ($i = 0; $i < $n; $i++) {
		yield leaf($i);
	}
	return 7;
}
function outer($n)
{
	$x = yield from inner($n);
	yield leaf($x);
}
function outermost() { yield from outer(1); yield from [leaf(8), leaf(9)]; }
function leaf($x) { return $x; }
function consumer($generator)
{
	foreach ($generator as $value);
}

xhprof_enable();
consumer(outer(2));
show(xhprof_disable());
xhprof_enable();
consumer(outermost());
show(xhprof_disable());
?>
--EXPECT--
consumer==>outer  ct=3
inner==>leaf  ct=2
consumer==>inner  ct=3
outer==>leaf  ct=1
main()==>consumer  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
consumer==>outermost  ct=3
consumer==>outer  ct=3
inner==>leaf  ct=1
consumer==>inner  ct=2
outer==>leaf  ct=1
outermost==>leaf  ct=2
main()==>consumer  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
