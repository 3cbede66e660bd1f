--TEST--
Closures made, called and freed in turn are each counted once under the right name
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function leaf($x) { return $x; }

xhprof_enable();
for ($i = 0; $i < 200; $i++) {
	$closure = function ($x) use ($i) { return leaf($x + $i); };
	$closure($i);
	$callable = leaf(...);
	$callable($i);
	$internal = strrev(...);
	$internal('x');
	$other = Closure::fromCallable('ucfirst');
	$other('x');
	$closure = $callable = $internal = $other = null;
}
show(xhprof_disable());
?>
--EXPECT--
{closure}==>leaf  ct=200
main()==>{closure}  ct=200
main()==>leaf  ct=200
main()==>strrev  ct=200
main()==>Closure::fromCallable  ct=200
main()==>ucfirst  ct=200
main()==>xhprof_disable  ct=1
main()  ct=1
