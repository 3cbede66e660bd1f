--TEST--
Each callback of one builtin can have its own profile
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function callback($x)
{
	global $profiles;
	$profiles[] = xhprof_disable();
	xhprof_enable();
	return leaf($x);
}
function leaf($x) { return $x; }

$profiles = [];
array_map('callback', [1, 2, 3]);
$profiles[] = xhprof_disable();
foreach ($profiles as $profile) {
	show($profile);
}
?>
--EXPECT--
null
main()==>leaf  ct=1
callback==>xhprof_disable  ct=1
main()==>callback  ct=1
main()  ct=1
main()==>leaf  ct=1
callback==>xhprof_disable  ct=1
main()==>callback  ct=1
main()  ct=1
main()==>leaf  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
