--TEST--
When the profile starts three calls deep, main() begins there and the open calls are not shown
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function a($x) { $x = b($x); return leaf($x); }
function b($x) { $x = c($x); return leaf($x); }
function c($x) { leaf($x); xhprof_enable(); strrev($x); return leaf($x); }
function leaf($x) { return $x; }

a('x');
leaf('x');
show(xhprof_disable());

// Nor are they children of themselves when called again.
function again($x)
{
	if ($x === 0) {
		xhprof_enable();
		return leaf($x);
	}
	again($x - 1);
	return leaf($x);
}
again(2);
again(1);
show(xhprof_disable());
?>
--EXPECT--
main()==>strrev  ct=1
main()==>leaf  ct=4
main()==>xhprof_disable  ct=1
main()  ct=1
main()==>leaf  ct=3
again@1==>xhprof_enable  ct=1
again@1==>leaf  ct=1
again==>again@1  ct=1
again==>leaf  ct=1
main()==>again  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
