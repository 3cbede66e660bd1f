--TEST--
xhprof_tag() refuses an empty key; zero bytes in a key or value become "_", and are counted
--FILE--
<?php
foreach ([['', 'v'], ["a\0b", 'v'], ['a', "v\0"], ['route', "\0x"], ['a', "\0\0"], ['a'], [[], 'v'],
	['a', null]] as $arguments) {
	try {
		xhprof_tag(...$arguments);
		xhprof_enable();
		echo json_encode(xhprof_stop()->meta()['xhprof']), "\n";
	} catch (ValueError | TypeError $e) {
		echo get_class($e), ': ', $e->getMessage(), "\n";
	}
}
var_dump(xhprof_tag('a', 'v'));
?>
--EXPECTF--
ValueError: xhprof_tag(): Argument #1 ($key) must not be empty
{"tags":{"a_b":"v"},"tags_lost":1}
{"tags":{"a_b":"v","a":"v_"},"tags_lost":2}
{"tags":{"a_b":"v","a":"v_","route":"_x"},"tags_lost":3}
{"tags":{"a_b":"v","a":"__","route":"_x"},"tags_lost":4}
ArgumentCountError: xhprof_tag() expects exactly 2 arguments, 1 given
TypeError: xhprof_tag(): Argument #1 ($key) must be of type string, array given

Deprecated: xhprof_tag(): Passing null to parameter #2 ($value) of type string is deprecated in %s on line %d
{"tags":{"a_b":"v","route":"_x"},"tags_lost":4}
NULL
