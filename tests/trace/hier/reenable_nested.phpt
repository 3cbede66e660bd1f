--TEST--
When one call stops and restarts the profile, the second profile does not show the open calls
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function a($x) { leaf($x); b($x); leaf($x); }
function b($x)
{
	global $first;
	leaf($x);
	$first = xhprof_disable();
	leaf($x);
	xhprof_enable();
	leaf($x);
}
function leaf($x) { return $x; }

xhprof_enable();
a(1);
leaf(1);
$second = xhprof_disable();
show($first);
show($second);
?>
--EXPECT--
a==>leaf  ct=1
b==>leaf  ct=1
b==>xhprof_disable  ct=1
a==>b  ct=1
main()==>a  ct=1
main()  ct=1
main()==>leaf  ct=3
main()==>xhprof_disable  ct=1
main()  ct=1
