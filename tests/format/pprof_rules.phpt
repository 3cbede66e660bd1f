--TEST--
A file of pprof has known fields alone, a period, a default type and no negative value, and its sums are the run's
--EXTENSIONS--
zlib
--SKIPIF--
<?php
require __DIR__ . '/program.inc';
if (!has_pprof()) die('skip built without zlib');
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
?>
--FILE--
<?php
require __DIR__ . '/program.inc';
require __DIR__ . '/pprof.inc';

function shrink(): void { give_back(); }
function grow_and_shrink(): void { take(); take(); leaf(1); shrink(); odd_names(); }
function deep(int $n): int { return $n > 0 ? deep($n - 1) : leaf($n); }
function deep_program(): void { deep(3000); }

foreach (['program' => 0, 'empty_program' => ALL_METRICS, 'grow_and_shrink' => ALL_METRICS | XHPROF_FLAGS_ALLOC,
	'odd_names' => 0, 'deep_program' => XHPROF_FLAGS_MEMORY] as $program => $flags) {
	$run = run(XHPROF_FLAGS_TREE | $flags, $program);
	[$faults, $sums, $names, $comments] = pprof_check($run->export('pprof'));
	$summary = $run->summary();
	echo "$program: ", implode(', ', $faults) ?: 'no fault', "\n\t", implode(' ', array_keys($sums)), "\n\t";
	var_dump($sums['calls'] === $summary['calls'] && $sums['wall'] === $summary['wall_ns']
		&& ($sums['cpu'] ?? null) === ($summary['cpu_ns'] ?? null)
		&& ($sums['memory_grown'] ?? 0) - ($sums['memory_freed'] ?? 0) === ($summary['memory_bytes'] ?? 0)
		&& ($sums['peak_grown'] ?? 0) === ($summary['peak_bytes'] ?? 0));
	echo "\t", count($names), ' frames at most, ', implode(' ', array_slice($names, 0, 3)), ' ... ',
		implode(' ', array_slice($names, -2)), "\n\t", implode('; ', $comments), "\n";
	if ($program === 'deep_program') {
		echo "\t", array_search('(truncated)', $names, true), ' ',
			implode(' ', array_keys(array_count_values($names))), "\n";
	}
	if ($program === 'grow_and_shrink') {
		echo "\t", $sums['memory_freed'] > 50000 ? 'memory was freed' : 'NOTHING was freed', "\n";
	}
}
?>
--EXPECT--
program: no fault
	calls wall
	bool(true)
	9 frames at most, leaf fib fib ... program main()
	xhprof
empty_program: no fault
	calls wall cpu memory_grown memory_freed peak_grown
	bool(true)
	2 frames at most, xhprof_stop main() ... xhprof_stop main()
	xhprof
grow_and_shrink: no fault
	calls wall cpu memory_grown memory_freed peak_grown alloc_objects alloc_space inuse_objects inuse_space
	bool(true)
	5 frames at most, leaf _??? odd_names ... grow_and_shrink main()
	xhprof
	memory was freed
odd_names: no fault
	calls wall
	bool(true)
	4 frames at most, leaf _??? odd_names ... odd_names main()
	xhprof
deep_program: no fault
	calls wall memory_grown memory_freed peak_grown
	bool(true)
	1000 frames at most, leaf deep deep ... deep_program main()
	xhprof; 2004 stacks of more than 1000 frames have (truncated) in the middle
	500 leaf deep (truncated) deep_program main()
