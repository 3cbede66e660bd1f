--TEST--
A function recorded in an earlier profile may start the next one inside itself
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function X($enable)
{
	leaf(1);
	if ($enable) {
		xhprof_enable();
	}
	return leaf(2);
}
function leaf($x) { return $x; }

xhprof_enable();
X(false);
show(xhprof_disable());
X(true);
leaf(3);
X(false);
show(xhprof_disable());
?>
--EXPECT--
X==>leaf  ct=2
main()==>X  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
main()==>leaf  ct=2
X==>leaf  ct=2
main()==>X  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
