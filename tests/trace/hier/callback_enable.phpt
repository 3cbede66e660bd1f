--TEST--
When a callback starts the profile, its builtin is not shown and further callbacks are children of main()
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function callback($x)
{
	if ($x === 2) {
		xhprof_enable();
	}
	return leaf($x);
}
function leaf($x) { return $x; }

array_map('callback', [1, 2, 3]);
leaf(4);
show(xhprof_disable());
?>
--EXPECT--
main()==>leaf  ct=2
callback==>leaf  ct=1
main()==>callback  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
