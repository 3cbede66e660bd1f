--TEST--
Under strict_types a numeric string is not an int and starts no profile
--FILE--
<?php
declare(strict_types=1);

foreach (['2', 2.0, null, true] as $flags) {
	try {
		xhprof_enable($flags);
	} catch (TypeError $error) {
		echo $error->getMessage(), "\n";
	}
	var_dump(xhprof_disable());
}
?>
--EXPECTF--
xhprof_enable(): Argument #1 ($flags) must be of type int, string given
NULL
xhprof_enable(): Argument #1 ($flags) must be of type int, float given
NULL
xhprof_enable(): Argument #1 ($flags) must be of type int, null given
NULL
xhprof_enable(): Argument #1 ($flags) must be of type int, %s given
NULL
