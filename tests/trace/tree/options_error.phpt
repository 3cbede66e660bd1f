--TEST--
The options "mode", "max_nodes", "max_depth" and "max_timeline_bytes" accept only their documented values
--SKIPIF--
<?php if (getenv('XHPROF_TEST_TREE')) die('skip asks for hier mode as well'); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function start(array $options)
{
	try {
		xhprof_enable(0, $options);
		echo 'ok ', json_encode($options), ' ', count(xhprof_disable()), "\n";
	} catch (TypeError $error) {
		echo $error->getMessage(), "\n";
		var_dump(xhprof_disable());
	}
}

start(['mode' => 'tree']);
start(['mode' => 'hier']);
start(['mode' => 'tree', 'max_nodes' => 1]);
start(['mode' => 'Tree']);
start(['mode' => null]);
start(['mode' => 1]);
start(['max_nodes' => 0]);
start(['max_nodes' => -1]);
start(['max_nodes' => '5']);
start(['max_nodes' => PHP_INT_MAX]);
start(['mode' => 'timeline', 'max_timeline_bytes' => 1]);
start(['max_timeline_bytes' => 0]);

// The option has the last word.
xhprof_enable(XHPROF_FLAGS_TREE, ['mode' => 'hier', 'max_nodes' => 1]);
strrev('x');
show(xhprof_disable());
echo xhprof_info()['truncated_calls'], "\n";
?>
--EXPECT--
ok {"mode":"tree"} 3
ok {"mode":"hier"} 3
ok {"mode":"tree","max_nodes":1} 3
xhprof_enable(): Argument #2 ($options) option "mode" must be "hier", "tree", "timeline", "alloc" or "none"; did you mean "tree"?
NULL
xhprof_enable(): Argument #2 ($options) option "mode" must be "hier", "tree", "timeline", "alloc" or "none"
NULL
xhprof_enable(): Argument #2 ($options) option "mode" must be "hier", "tree", "timeline", "alloc" or "none"
NULL
xhprof_enable(): Argument #2 ($options) option "max_nodes" must be an int greater than 0
NULL
xhprof_enable(): Argument #2 ($options) option "max_nodes" must be an int greater than 0
NULL
xhprof_enable(): Argument #2 ($options) option "max_nodes" must be an int greater than 0
NULL
xhprof_enable(): Argument #2 ($options) option "max_nodes" must be an int greater than 0
NULL
ok {"mode":"timeline","max_timeline_bytes":1} 3
xhprof_enable(): Argument #2 ($options) option "max_timeline_bytes" must be an int greater than 0
NULL
main()==>(truncated)  ct=2
main()  ct=1
2