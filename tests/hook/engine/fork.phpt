--TEST--
After a fork, parent and child each have a complete profile
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function outer($n)
{
	for ($i = 0; $i < $n; $i++) {
		leaf($i);
	}
}
function leaf($x) { return $x; }
function both()
{
	$child = pcntl_fork();
	outer($child ? 5 : 7);
	return $child;
}

xhprof_enable(XHPROF_FLAGS_CPU);
outer(1);
if (both() === 0) {
	show(xhprof_disable());
	exit(0);
}
pcntl_wait($status);
show(xhprof_disable());
?>
--EXPECT--
outer==>leaf  ct=8 [cpu]
main()==>outer  ct=1 [cpu]
both==>pcntl_fork  ct=1 [cpu]
both==>outer  ct=1 [cpu]
main()==>both  ct=1 [cpu]
main()==>xhprof_disable  ct=1 [cpu]
main()  ct=1 [cpu]
outer==>leaf  ct=6 [cpu]
main()==>outer  ct=1 [cpu]
both==>pcntl_fork  ct=1 [cpu]
both==>outer  ct=1 [cpu]
main()==>both  ct=1 [cpu]
main()==>pcntl_wait  ct=1 [cpu]
main()==>xhprof_disable  ct=1 [cpu]
main()  ct=1 [cpu]
