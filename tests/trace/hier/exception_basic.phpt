--TEST--
Calls left by an exception are closed, and finally blocks run in their function
--INI--
error_reporting=24575
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function thrower($x) { leaf($x); throw new RuntimeException('x'); }
function with_finally($x)
{
	try {
		thrower($x);
	} finally {
		leaf($x);
	}
}
function with_return($x)
{
	try {
		thrower($x);
	} finally {
		return leaf($x);
	}
}
function rethrower($x)
{
	try {
		with_finally($x);
	} catch (RuntimeException $exception) {
		throw new LogicException('y', 0, $exception);
	}
}
function leaf($x) { return $x; }

xhprof_enable();
for ($i = 0; $i < 2; $i++) {
	try {
		rethrower($i);
	} catch (LogicException $exception) {
		leaf($i);
	}
}
with_return(1);
try {
	strlen();
} catch (ArgumentCountError $error) {
	leaf(1);
}
try {
	undefined_function(leaf(1));
} catch (Error $error) {
	leaf(1);
}
try {
	leaf();
} catch (ArgumentCountError $error) {
	leaf(1);
}
show(xhprof_disable());
?>
--EXPECT--
thrower==>leaf  ct=3
thrower==>Exception::__construct  ct=3
with_finally==>thrower  ct=2
with_finally==>leaf  ct=2
rethrower==>with_finally  ct=2
rethrower==>Exception::__construct  ct=2
main()==>rethrower  ct=2
main()==>leaf  ct=6
with_return==>thrower  ct=1
with_return==>leaf  ct=1
main()==>with_return  ct=1
main()==>strlen  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
