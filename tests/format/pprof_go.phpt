--TEST--
go tool pprof reads a run and finds its times and calls
--SKIPIF--
<?php
require __DIR__ . '/tools.inc';
need_program('go');
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
xhprof_enable(XHPROF_FLAGS_TREE);
try { xhprof_stop()->export('pprof'); } catch (ValueError) { die('skip needs zlib'); }
?>
--FILE--
<?php
require __DIR__ . '/program.inc';
require __DIR__ . '/tools.inc';

$profile = run(XHPROF_FLAGS_TREE | ALL_METRICS);
$file = temporary('pprof_go.tmp');
$profile->export('pprof', $file);
$pprof = 'go tool pprof -symbolize=none -nodecount=9999 -nodefraction=0';

// Own and inclusive wall time of each function, in the unit that is asked for.
$top = run_program("$pprof -top -unit=ns $file");
preg_match('/Total samples = (\d+)ns/', $top, $total);
echo 'total: ', $total[1] - total($profile), "\n";
preg_match_all('/^\s*(\d+)(?:ns)? +\S+ +\S+ +(\d+)(?:ns)? +\S+ +(.+)$/m', $top, $rows, PREG_SET_ORDER);
$functions = $profile->functions();
foreach ($rows as [, $own, $inclusive, $name]) {
	if ($functions[$name]['own_wall_ns'] !== (int) $own) echo "$name: own $own\n";
	// pprof merges recursion as we do: a function counts once for each stack.
	if ($functions[$name]['wall_ns'] !== (int) $inclusive) echo "$name: inclusive $inclusive\n";
}
echo 'functions: ', count($rows) - count(array_filter($functions, fn($row) => $row['wall_ns'] > 0)), "\n";

$calls = run_program("$pprof -sample_index=calls -top $file");
preg_match_all('/^\s*(\d+) +\S+ +\S+ +\d+ +\S+ +(.+)$/m', $calls, $rows, PREG_SET_ORDER);
foreach ($rows as [, $count, $name]) {
	if ($functions[$name]['calls'] !== (int) $count) echo "$name: called $count\n";
}
echo 'calls: ', array_sum(array_column($rows, 1)) - $profile->summary()['calls'], "\n";

echo run_program("$pprof -comments $file | grep -v '^Main binary'");
preg_match('/^Samples:\n(.*)/m', run_program("$pprof -raw $file"), $types);
echo $types[1], "\n";

// Names of any bytes, and a run of nothing.
foreach (['odd_names', 'empty_program'] as $program) {
	$profile = run(XHPROF_FLAGS_TREE, $program);
	$profile->export('pprof', $file);
	preg_match('/Total samples = (\d+)ns/', run_program("$pprof -top -unit=ns $file"), $total);
	echo "$program: ", $total[1] - total($profile), "\n";
}
?>
--EXPECT--
total: 0
functions: 0
calls: 0
xhprof
calls/count wall/nanoseconds[dflt] cpu/nanoseconds memory_grown/bytes memory_freed/bytes peak_grown/bytes
odd_names: 0
empty_program: 0
