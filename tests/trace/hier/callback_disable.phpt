--TEST--
When a callback stops the profile, the builtin's later callbacks are not recorded
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function callback($x)
{
	global $profile;
	leaf($x);
	if ($x === 2) {
		$profile = xhprof_disable();
	}
	return leaf($x);
}
function leaf($x) { return $x; }

xhprof_enable();
array_map('callback', [1, 2, 3]);
leaf(4);
show($profile);
?>
--EXPECT--
callback==>leaf  ct=3
array_map==>callback  ct=2
callback==>xhprof_disable  ct=1
main()==>array_map  ct=1
main()  ct=1
