--TEST--
Invalid snapshot options and invalid files are refused
--FILE--
<?php
$dir = sys_get_temp_dir() . '/xhprof-test-error-' . getmypid();
mkdir($dir);
symlink("$dir/target", "$dir/link");

foreach ([
	[['values' => 1]], [['keys' => 'no']], [['fork' => null]], [['wait' => 1.0]], [['max_nodes' => '5']],
	[['max_nodes' => 0]], [['max_nodes' => -1]], [['max_nodes' => PHP_INT_MAX]], [['value' => true]], [[true]],
	[[], ''], [[], "a\0b"], [[], "$dir/none/a.heap"], [[], $dir], [[], '/dev/null'],
] as $case) {
	try {
		xhprof_heap_snapshot($case[1] ?? "$dir/a.heap", $case[0]);
		echo "nothing said\n";
	} catch (Throwable $e) {
		echo get_class($e), ': ', str_replace($dir, 'DIR', $e->getMessage()), "\n";
	}
}
try {
	xhprof_heap_snapshot("$dir/a.heap", null);
} catch (TypeError $e) {
	echo $e->getMessage(), "\n";
}
// A symlink is replaced, not followed.
xhprof_heap_snapshot("$dir/link", ['wait' => true]);
clearstatcache();
var_dump(is_link("$dir/link"), is_file("$dir/link"), file_exists("$dir/target"));
ini_set('open_basedir', '/nowhere');
try {
	xhprof_heap_snapshot("$dir/a.heap");
} catch (RuntimeException $e) {
	echo str_replace($dir, 'DIR', $e->getMessage()), "\n";
}
?>
--CLEAN--
<?php
foreach (glob(sys_get_temp_dir() . '/xhprof-test-error-*') as $dir) {
	array_map(unlink(...), glob("$dir/*"));
	@rmdir($dir);
}
?>
--EXPECT--
TypeError: xhprof_heap_snapshot(): Argument #2 ($options) option "values" must be of type bool
TypeError: xhprof_heap_snapshot(): Argument #2 ($options) option "keys" must be of type bool
TypeError: xhprof_heap_snapshot(): Argument #2 ($options) option "fork" must be of type bool
TypeError: xhprof_heap_snapshot(): Argument #2 ($options) option "wait" must be of type bool
TypeError: xhprof_heap_snapshot(): Argument #2 ($options) option "max_nodes" must be of type int
ValueError: xhprof_heap_snapshot(): Argument #2 ($options) option "max_nodes" must be between 1 and 4294967294
ValueError: xhprof_heap_snapshot(): Argument #2 ($options) option "max_nodes" must be between 1 and 4294967294
ValueError: xhprof_heap_snapshot(): Argument #2 ($options) option "max_nodes" must be between 1 and 4294967294
ValueError: xhprof_heap_snapshot(): Argument #2 ($options) is invalid: unknown option "value"; did you mean "values"?
ValueError: xhprof_heap_snapshot(): Argument #2 ($options) is invalid: options must have string keys
ValueError: xhprof_heap_snapshot(): Argument #1 ($file) must be a path
ValueError: xhprof_heap_snapshot(): Argument #1 ($file) must not contain any null bytes
RuntimeException: Could not write a snapshot to DIR/none/a.heap: No such file or directory
RuntimeException: Could not write a snapshot to DIR: Is a directory
RuntimeException: Could not write a snapshot to /dev/null: File exists
xhprof_heap_snapshot(): Argument #2 ($options) must be of type array, null given
bool(false)
bool(true)
bool(false)
Could not write a snapshot to DIR/a.heap: not within open_basedir
