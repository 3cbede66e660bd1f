--TEST--
A tree that cuts paths off has the pairs of hier all the same: keys, counts, times, memory and allocations
--SKIPIF--
<?php
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
if (getenv('XHPROF_TEST_TREE')) die('skip asks for hier mode as well');
?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function run_program(int $flags, int $max_nodes): string
{
	$hook = 'xhprof.hook=' . xhprof_info()['hook'];
	return child_php(__DIR__ . '/program.inc', [$hook], [], [$flags, $max_nodes]);
}

foreach ([0, XHPROF_FLAGS_CPU, XHPROF_FLAGS_MEMORY, XHPROF_FLAGS_ALLOC | XHPROF_FLAGS_CPU] as $flags) {
	$hier = run_program($flags, 1000);
	$pairs = substr_count($hier, "\n") - 1;
	foreach ([$pairs, $pairs + 5, $pairs + 20, $pairs + 50, $pairs + 100] as $max_nodes) {
		$tree = run_program($flags | XHPROF_FLAGS_TREE, $max_nodes);
		$parts = [explode('truncated_calls', $hier), explode('truncated_calls', $tree)];
		echo $flags, ': ', $parts[0][0] === $parts[1][0] ? 'same' : "DIFFERENT\n$hier\n$tree",
			$parts[1][1] > 0 ? ', cut' : ', whole', "\n";
	}
}
?>
--EXPECT--
0: same, cut
0: same, cut
0: same, cut
0: same, cut
0: same, whole
2: same, cut
2: same, cut
2: same, cut
2: same, cut
2: same, whole
4: same, cut
4: same, cut
4: same, cut
4: same, cut
4: same, whole
18: same, cut
18: same, cut
18: same, cut
18: same, cut
18: same, whole
