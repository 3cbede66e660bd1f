--TEST--
A collection while the variables of a function that has returned are destroyed belongs to its caller
--FILE--
<?php
require __DIR__ . '/../../helper.inc';
require __DIR__ . '/gc.inc';

function hold(int $count): int
{
	$nodes = nodes($count);
	return count($nodes);
}

function calls_hold(int $count): int
{
	return last(hold($count));
}

xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
var_dump(calls_hold(11000));
show(xhprof_disable());
?>
--EXPECT--
int(11000)
hold==>nodes  ct=1
calls_hold==>hold  ct=1
calls_hold==>{gc}  ct=1
calls_hold==>last  ct=1
main()==>calls_hold  ct=1
main()  ct=1
