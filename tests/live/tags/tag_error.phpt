--TEST--
xhprof_tag() refuses an empty key, and zero bytes in either text
--FILE--
<?php
foreach ([['', 'v'], ["a\0b", 'v'], ['a', "v\0"], ['a'], [[], 'v'], ['a', null]] as $arguments) {
	try {
		xhprof_tag(...$arguments);
		echo "no error\n";
	} catch (ValueError | TypeError $e) {
		echo get_class($e), ': ', $e->getMessage(), "\n";
	}
}
var_dump(xhprof_tag('a', 'v'));
?>
--EXPECTF--
ValueError: xhprof_tag(): Argument #1 ($key) must not be empty
ValueError: xhprof_tag(): Argument #1 ($key) must not contain any null bytes
ValueError: xhprof_tag(): Argument #2 ($value) must not contain any null bytes
ArgumentCountError: xhprof_tag() expects exactly 2 arguments, 1 given
TypeError: xhprof_tag(): Argument #1 ($key) must be of type string, array given

Deprecated: xhprof_tag(): Passing null to parameter #2 ($value) of type string is deprecated in %s on line %d
no error
NULL
