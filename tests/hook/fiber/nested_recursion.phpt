--TEST--
Without builtins, a function in a fiber that it started itself is a recursion, never its own child
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function f($n)
{
	if ($n === 0) {
		leaf($n);
		Fiber::suspend();
		leaf($n);
		return;
	}
	$fiber = new Fiber('f');
	$fiber->start($n - 1);
	leaf($n);
	if ($n === 1) {
		Fiber::suspend();
	}
	$fiber->resume();
}
function leaf($x) { return $x; }

xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
f(2);
leaf(0);
f(2);
show(xhprof_disable());
?>
--EXPECT--
f@2==>leaf  ct=4
f@1==>f@2  ct=4
f@1==>leaf  ct=2
f==>f@1  ct=4
f==>leaf  ct=2
main()==>f  ct=2
main()==>leaf  ct=1
main()  ct=1
