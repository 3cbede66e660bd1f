--TEST--
A wrong argument throws and starts no profile
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function attempt(...$arguments)
{
	try {
		xhprof_enable(...$arguments);
		echo "accepted\n";
	} catch (Error $error) {
		echo get_class($error), ': ', $error->getMessage(), "\n";
	}
	var_dump(xhprof_disable());
}

attempt('abc');
attempt('');
attempt([]);
attempt(new stdClass);
attempt(0, 5);
attempt(0, 'foo');
attempt(0, '');
attempt(0, false);
attempt(0, 1.5);
attempt(0, new stdClass);
attempt(0, new ArrayObject);
attempt(0, fopen('php://memory', 'r'));
attempt(1, [], 3);
attempt(bogus: 1);
attempt(0, flags: 1);

try {
	xhprof_info(1);
} catch (ArgumentCountError $error) {
	echo $error->getMessage(), "\n";
}

// While a profile runs, an error changes nothing of it.
function leaf($x) { return $x; }
xhprof_enable();
leaf(1);
try {
	xhprof_enable('abc');
} catch (TypeError $error) {
	leaf(2);
}
try {
	xhprof_disable(1);
} catch (ArgumentCountError $error) {
	leaf(3);
}
$profile = xhprof_disable();
echo $error->getMessage(), "\n";
show($profile);
?>
--EXPECTF--
TypeError: xhprof_enable(): Argument #1 ($flags) must be of type int, string given
NULL
TypeError: xhprof_enable(): Argument #1 ($flags) must be of type int, string given
NULL
TypeError: xhprof_enable(): Argument #1 ($flags) must be of type int, array given
NULL
TypeError: xhprof_enable(): Argument #1 ($flags) must be of type int, stdClass given
NULL
TypeError: xhprof_enable(): Argument #2 ($options) must be of type ?array, int given
NULL
TypeError: xhprof_enable(): Argument #2 ($options) must be of type ?array, string given
NULL
TypeError: xhprof_enable(): Argument #2 ($options) must be of type ?array, string given
NULL
TypeError: xhprof_enable(): Argument #2 ($options) must be of type ?array, %s given
NULL
TypeError: xhprof_enable(): Argument #2 ($options) must be of type ?array, float given
NULL
TypeError: xhprof_enable(): Argument #2 ($options) must be of type ?array, stdClass given
NULL
TypeError: xhprof_enable(): Argument #2 ($options) must be of type ?array, ArrayObject given
NULL
TypeError: xhprof_enable(): Argument #2 ($options) must be of type ?array, resource given
NULL
ArgumentCountError: xhprof_enable() expects at most 2 arguments, 3 given
NULL
Error: Unknown named parameter $bogus
NULL
Error: Named parameter $flags overwrites previous argument
NULL
xhprof_info() expects exactly 0 arguments, 1 given
xhprof_disable() expects exactly 0 arguments, 1 given
main()==>leaf  ct=3
main()==>xhprof_enable  ct=1
main()==>xhprof_disable  ct=2
main()  ct=1
