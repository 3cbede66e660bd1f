--TEST--
A recursion left by an exception starts at level 0 again
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function foo($x)
{
	if ($x === 0) {
		throw new Exception('bottom');
	}
	return foo($x - 1);
}

xhprof_enable();
for ($i = 0; $i < 3; $i++) {
	try {
		foo(2);
	} catch (Exception $exception) {
	}
}
show(xhprof_disable());
?>
--EXPECT--
foo@2==>Exception::__construct  ct=3
foo@1==>foo@2  ct=3
foo==>foo@1  ct=3
main()==>foo  ct=3
main()==>xhprof_disable  ct=1
main()  ct=1
