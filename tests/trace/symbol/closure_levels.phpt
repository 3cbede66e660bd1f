--TEST--
The object has closures and anonymous classes by place and the array by the engine's names, each with its own levels
--SKIPIF--
<?php
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
if (getenv('XHPROF_TEST_TREE')) die('skip asks for hier mode as well');
?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function run_program(string $names, int $flags, string $stop, int $max_depth, int $max_nodes = 100000): string
{
	$settings = ['xhprof.hook=' . xhprof_info()['hook']];
	return child_php(__DIR__ . '/closure_levels.inc', $settings, [], [$flags, $stop, $max_nodes, $max_depth, $names]);
}
/* True if no function's callees take more than its calls. */
function is_conserved(string $pairs): bool
{
	$own = [];
	foreach (explode("\n", trim($pairs)) as $line) {
		preg_match('~^(?:(.*)==>)?(.*) (\{.*?\})$~', $line, $match);
		$own[$match[2]] = ($own[$match[2]] ?? 0) + json_decode($match[3])->wt;
		$own[$match[1]] = ($own[$match[1]] ?? 0) - json_decode($match[3])->wt;
	}
	unset($own['']);
	return min($own) >= 0;
}

foreach ([10000, 12, 5, 3] as $depth) {
	foreach ([0, XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY, XHPROF_FLAGS_ALLOC, XHPROF_FLAGS_NO_BUILTINS] as $flags) {
		$tree = $flags | XHPROF_FLAGS_TREE;
		$rows = run_program('engine', $flags, 'xhprof_disable', $depth);
		$object = run_program('engine', $flags, 'xhprof_stop', $depth);
		$are_same = [
			$rows === run_program('engine', $tree, 'xhprof_disable', $depth),
			$rows === run_program('engine', $tree, 'xhprof_disable', $depth, 200),
			$object === run_program('engine', $tree, 'xhprof_stop', $depth),
			$object === run_program('engine', $tree, 'xhprof_stop', $depth, 200),
			$object === run_program('location', $flags, 'xhprof_stop', $depth),
		];
		echo "$depth, $flags: ", in_array(false, $are_same, true) ? 'DIFFERENT ' . json_encode($are_same) : 'same',
			$rows === $object ? ', NOT APART' : ', apart',
			is_conserved($rows) && is_conserved($object) ? '' : ', NOT CONSERVED', "\n";
	}
}
?>
--EXPECT--
10000, 0: same, apart
10000, 6: same, apart
10000, 16: same, apart
10000, 1: same, apart
12, 0: same, apart
12, 6: same, apart
12, 16: same, apart
12, 1: same, apart
5, 0: same, apart
5, 6: same, apart
5, 16: same, apart
5, 1: same, apart
3, 0: same, apart
3, 6: same, apart
3, 16: same, apart
3, 1: same, apart
