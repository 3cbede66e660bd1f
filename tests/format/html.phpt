--TEST--
A report holds each kind of run, and its numbers add up to those of the profile
--SKIPIF--
<?php
if (getenv('XHPROF_TEST_TREE')) die('skip asks for hier mode as well');
require __DIR__ . '/program.inc';
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
if (!extension_loaded('zlib') || !has_pprof()) die('skip needs zlib, and PHP\'s as well');
?>
--FILE--
<?php
require __DIR__ . '/program.inc';
require __DIR__ . '/html.inc';

$kinds = ['pairs' => ALL_METRICS, 'pairs and allocations' => XHPROF_FLAGS_ALLOC,
	'tree' => XHPROF_FLAGS_TREE | ALL_METRICS,
	'allocations' => XHPROF_FLAGS_TREE | XHPROF_FLAGS_ALLOC, 'timeline' => XHPROF_FLAGS_TIMELINE];
foreach ($kinds as $name => $flags) {
	$profile = run($flags);
	$run = check_report($profile);
	$json = json_decode($profile->export('json'), true);
	echo "$name: $run[kind], ", implode(' ', array_column($run['metrics'], 'id')), ', ',
		$run['nodes'] === count($json['nodes']['parent'] ?? []) ? 'all paths' : 'OTHER PATHS', ', ',
		$run['pairs'] === ($run['kind'] === 'pairs' ? count($json['pairs']['caller']) : 0) ? 'all edges'
			: 'OTHER EDGES', "\n";
	foreach (['alloc_bytes', 'allocs', 'at_peak_bytes' => 'live_at_peak_bytes', 'temporary'] as $ours => $theirs) {
		$ours = is_int($ours) ? $theirs : $ours;
		$table = $run['kind'] === 'pairs' ? 'edges' : 'paths';
		if (isset($json['pairs'][$theirs]) && array_sum($run[$table][$ours]) !== array_sum($json['pairs'][$theirs])) {
			echo "  $ours: ", array_sum($run[$table][$ours]), ' not ', array_sum($json['pairs'][$theirs]), "\n";
		}
	}
}

// Paths are in preorder, with lines and extremes; the events of a timeline name them.
$run = check_report(run(XHPROF_FLAGS_TIMELINE, 'odd_program'));
$inclusive = report_inclusive($run, 'wall');
foreach (report_paths($run) as $i => $path) {
	[$max, $min] = [$run['paths']['max'][$i], $run['paths']['min'][$i]];
	$max = $inclusive[$i] - zigzag($max - 1);
	$place = $run['table']['file'][$run['paths']['function'][$i]];
	echo $path, ', line ', $run['paths']['line'][$i], ', ', $run['paths']['calls'][$i], ' calls of ',
		$max - $min, ' to ', $max, ' ns, kind ', $run['table']['kind'][$run['paths']['function'][$i]], ' ',
		basename($run['table']['files'][$place] ?? '-'), "\n";
}
$now = 0;
foreach ($run['events']['node'] as $i => $node) {
	$now += $run['events']['time'][$i];
	echo $now, ' ', $node === 0 ? 'ends' : report_paths($run)[$node - 1], "\n";
}

// Curves of memory and CPU time, a point every 10 us at first.
function long_program(): void
{
	for ($i = 0; $i < 30000; $i++) {
		leaf($i);
	}
	take();
}
foreach (['long_program', 'odd_program'] as $program) {
	$profile = run(XHPROF_FLAGS_TIMELINE | ALL_METRICS, $program);
	$page = $profile->export('html');
	$run = check_report($profile, $page);
	$blocks = report_blocks($page);
	[$time, $cpu] = [report_numbers($blocks['a-curve-time']), report_numbers($blocks['a-curve-cpu'], true)];
	$memory = report_numbers($blocks['a-curve-memory'], true);
	$counts = array_map(count(...), [$time, $cpu, $memory]);
	echo $run['curve']['points'], ' points, ', implode(' ', array_unique($counts)), ', ',
		array_sum($time) - total($profile), ' ', array_sum($cpu) - $profile->summary()['cpu_ns'],
		' ', array_sum($memory) - $memory[0] >= 50000 ? 'memory grows' : 'memory stays',
		', ', implode(' ', array_unique(array_slice($time, 1, -1))), "\n";
}

function odd_program(): void
{
	leaf(1);
	fib(2);
	leaf(leaf(2));
}
?>
--EXPECT--
pairs: pairs, wall cpu memory peak, all paths, all edges
pairs and allocations: pairs, wall alloc_bytes allocs live_bytes live at_peak_bytes temporary, all paths, all edges
tree: tree, wall cpu memory peak, all paths, all edges
allocations: tree, wall alloc_bytes allocs live_bytes live at_peak_bytes temporary, all paths, all edges
timeline: tree, wall, all paths, all edges
main(), line 0, 1 calls of 20000 to 20000 ns, kind 4 -
main();odd_program, line 24, 1 calls of 17000 to 17000 ns, kind 0 html.php
main();odd_program;leaf, line 66, 3 calls of 1000 to 1000 ns, kind 0 program.inc
main();odd_program;fib, line 67, 1 calls of 9000 to 9000 ns, kind 0 program.inc
main();odd_program;fib;fib, line 5, 2 calls of 3000 to 3000 ns, kind 0 program.inc
main();odd_program;fib;fib;leaf, line 5, 2 calls of 1000 to 1000 ns, kind 0 program.inc
main();xhprof_stop, line 25, 1 calls of 1000 to 1000 ns, kind 1 -
0 main()
1000 main();odd_program
2000 main();odd_program;leaf
3000 ends
4000 main();odd_program;fib
5000 main();odd_program;fib;fib
6000 main();odd_program;fib;fib;leaf
7000 ends
8000 ends
9000 main();odd_program;fib;fib
10000 main();odd_program;fib;fib;leaf
11000 ends
12000 ends
13000 ends
14000 main();odd_program;leaf
15000 ends
16000 main();odd_program;leaf
17000 ends
18000 ends
19000 main();xhprof_stop
20000 ends
20000 ends
3002 points, 3002, 0 0 memory grows, 20000
4 points, 4, 0 0 memory stays, 10000
