--TEST--
An exception out of a callback closes the callback and the builtin, and later calls have the right caller
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function compare($x, $y)
{
	leaf($x);
	if ($x === 5 || $y === 5) {
		throw new Exception;
	}
	return $x <=> $y;
}
function leaf($x) { return $x; }
function sorted($list)
{
	try {
		usort($list, 'compare');
	} catch (Exception $exception) {
		leaf(0);
	}
}

xhprof_enable();
sorted([5, 1]);
sorted([5, 2]);
leaf(0);
show(xhprof_disable());
?>
--EXPECT--
compare==>leaf  ct=2
compare==>Exception::__construct  ct=2
usort==>compare  ct=2
sorted==>usort  ct=2
sorted==>leaf  ct=2
main()==>sorted  ct=2
main()==>leaf  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
