--TEST--
A profile may start and stop inside a generator
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function g($enable, $disable)
{
	global $profile;
	for ($i = 0; $i < 5; $i++) {
		if ($i === $enable) {
			xhprof_enable();
		}
		leaf($i);
		if ($i === $disable) {
			$profile = xhprof_disable();
		}
		yield $i;
	}
}
function leaf($x) { return $x; }
function consumer($generator)
{
	foreach ($generator as $value) {
		leaf($value);
	}
}

consumer(g(1, -1));
show(xhprof_disable());
consumer(g(1, 3));
show($profile);
xhprof_enable();
consumer(g(-1, 2));
show($profile);
?>
--EXPECT--
main()==>leaf  ct=5
g==>leaf  ct=3
main()==>g  ct=4
main()==>xhprof_disable  ct=1
main()  ct=1
main()==>leaf  ct=3
g==>leaf  ct=2
main()==>g  ct=2
g==>xhprof_disable  ct=1
main()  ct=1
g==>leaf  ct=3
consumer==>g  ct=3
consumer==>leaf  ct=2
g==>xhprof_disable  ct=1
main()==>consumer  ct=1
main()  ct=1
