--TEST--
A run's samples in order of time are read back as a timeline, and damaged ones are refused
--FILE--
<?php
/* main() calls a() in two lines, which calls b(); then c(). */
$run = [
	'format' => 'xhprof', 'version' => 1, 'mode' => 'sample', 'started_ns' => 0, 'unrecorded_calls' => 0,
	'truncated_calls' => 0, 'call_cost_ps' => 0,
	'runs' => 1, 'samples' => 6, 'displaced' => 0, 'interval_ns' => 1000,
	'functions' => ['name' => ['main()', 'a', 'b', 'c'], 'file' => ['/m.php', '/a.php', null, '/c.php'],
		'line' => [0, 3, 0, 9]],
	'pairs' => ['caller' => [0, 1, 0, null], 'caller_level' => [0, 0, 0, 0],
		'callee' => [1, 2, 3, 0], 'callee_level' => [0, 0, 0, 0],
		'calls' => [4, 2, 2, 7], 'wall_ns' => [4000, 2000, 2000, 7000], 'cpu_ns' => [3000, 1000, 2000, 6000],
		'memory_bytes' => [300, 100, -50, 250], 'peak_bytes' => [300, 100, 0, 300]],
	'nodes' => ['parent' => [null, 0, 1, 0, 3, null, 5], 'function' => [0, 1, 2, 1, 2, 0, 3],
		'level' => [0, 0, 0, 0, 0, 0, 0], 'line' => [5, 4, 0, 6, 0, 7, 10], 'calls' => [0, 1, 1, 1, 1, 1, 2],
		'min_wall_ns' => array_fill(0, 7, null), 'max_wall_ns' => array_fill(0, 7, null),
		'wall_ns' => [4000, 2000, 1000, 2000, 1000, 3000, 2000], 'cpu_ns' => [3000, 2000, 1000, 1000, 0, 3000, 2000],
		'memory_bytes' => [300, 200, 100, 100, 0, -50, -50], 'peak_bytes' => [300, 200, 100, 100, 0, 0, 0]],
	'moments' => ['at_ns' => [1000, 2000, 3000, 4000, 5000, 7000],
		'node' => [1, 2, 4, 3, 5, 6], 'samples' => [1, 1, 1, 1, 1, 2],
		'off_cpu' => [0, 0, 1, 0, 0, 0], 'memory_bytes' => [1100, 1200, 1200, 1300, 1300, 1250]],
];

function load(array $run): ?XHProf\Profile
{
	$file = __DIR__ . '/moments.tmp';
	file_put_contents($file, json_encode($run));
	try {
		return XHProf\Profile::load($file);
	} catch (RuntimeException $e) {
		echo preg_replace('~\S+/moments~', 'moments', $e->getMessage()), "\n";
		return null;
	} finally {
		unlink($file);
	}
}

$profile = load($run);
echo $profile->export('chrome');
echo json_encode(array_column(array_slice(json_decode($profile->export('speedscope'), true)['profiles'], 0, 1),
	'events', 'name')), "\n";
var_dump(json_decode($profile->export('json'), true)['moments'] === $run['moments']);

echo "== cells of a report\n";
require __DIR__ . '/html.inc';
$html = $profile->export('html');
$head = report_head($html)['runs'][0]['moments'];
echo json_encode($head), "\n";
foreach (['running', 'waiting'] as $of) {
	echo json_encode(report_numbers(report_blocks($html)["a-moment-cell-$of"])), "\n";
}
foreach ([1, 1000, 1001, 20_000_000, 30_000_000, 50_000_000] as $gap) {
	$of = $run;
	$of['interval_ns'] = $gap;
	$of['moments']['at_ns'] = array_map(fn (int $n): int => $n * $gap, range(1, 6));
	$head = report_head(load($of)->export('html'))['runs'][0]['moments'];
	echo $gap, ' ns: ', $head['cells'], ' of ', $head['cell_ns'], "\n";
}

echo "== damaged\n";
$damages = ['at_ns' => [[-1], [5000, 4000], ['x'], [1.5]], 'node' => [[7], [-1], [null]], 'samples' => [[-1], [null]],
	'memory_bytes' => [[-1]]];
foreach ($damages as $column => $all) {
	foreach ($all as $values) {
		$bad = $run;
		array_splice($bad['moments'][$column], 0, count($values), $values);
		load($bad);
	}
}
$bad = $run;
array_pop($bad['moments']['samples']);
load($bad);
$bad = $run;
unset($bad['moments']['memory_bytes']);
load($bad);
$bad = ['mode' => 'tree'] + $run;
load($bad);

echo "== too deep for all of its events\n";
$deep = $run;
foreach (['parent' => 1, 'function' => 1, 'level' => 0, 'line' => 0, 'calls' => 0,
	'min_wall_ns' => null, 'max_wall_ns' => null, 'wall_ns' => 0, 'cpu_ns' => 0,
	'memory_bytes' => 0, 'peak_bytes' => 0] as $column => $value) {
	for ($i = 0; $i < 3000; $i++) {
		$deep['nodes'][$column][] = $column === 'parent' ? ($i === 0 ? 1 : $i + 6) : $value;
	}
}
foreach (array_keys($deep['moments']) as $column) {
	for ($i = 0; $i < 3000; $i++) {
		$deep['moments'][$column][] = ['at_ns' => 7000 + $i, 'node' => $i % 2 === 0 ? 3006 : 0, 'samples' => 1,
			'off_cpu' => 0, 'memory_bytes' => 1][$column];
	}
}
$summary = load($deep)->summary();
var_dump($summary['timeline_events'] < 2_010_000, $summary['lost_timeline_events'] > 1000);
?>
--EXPECT--
{"displayTimeUnit":"ns","traceEvents":[
{"ph":"M","pid":1,"tid":1,"name":"process_name","args":{"name":"PHP"}},
{"ph":"X","pid":1,"tid":1,"cat":"php","name":"b","ts":1.000,"dur":2.000},
{"ph":"X","pid":1,"tid":1,"cat":"php","name":"a","ts":0.000,"dur":4.000,"args":{"file":"/a.php","line":3}},
{"ph":"X","pid":1,"tid":1,"cat":"php","name":"c","ts":5.000,"dur":2.000,"args":{"file":"/c.php","line":9}},
{"ph":"X","pid":1,"tid":1,"cat":"php","name":"main()","ts":0.000,"dur":7.000,"args":{"file":"/m.php","line":0}},
{"ph":"C","pid":1,"name":"memory","ts":0.000,"args":{"bytes":1100}},
{"ph":"C","pid":1,"name":"memory","ts":1.000,"args":{"bytes":1200}},
{"ph":"C","pid":1,"name":"memory","ts":2.000,"args":{"bytes":1200}},
{"ph":"C","pid":1,"name":"memory","ts":3.000,"args":{"bytes":1300}},
{"ph":"C","pid":1,"name":"memory","ts":4.000,"args":{"bytes":1300}},
{"ph":"C","pid":1,"name":"memory","ts":5.000,"args":{"bytes":1250}},
{"ph":"C","pid":1,"name":"memory","ts":7.000,"args":{"bytes":1250}}
]}
{"in order of time":[{"type":"O","frame":0,"at":0},{"type":"O","frame":1,"at":0},{"type":"O","frame":2,"at":1000},{"type":"C","frame":2,"at":3000},{"type":"C","frame":1,"at":4000},{"type":"O","frame":3,"at":5000},{"type":"C","frame":3,"at":7000},{"type":"C","frame":0,"at":7000}]}
bool(true)
== cells of a report
{"samples":6,"lost":0,"cells":4,"cell_ns":2000,"last_ns":7000}
[2000,1000,2000,1000]
[0,1000,0,0]
1 ns: 1 of 100
1000 ns: 4 of 2000
1001 ns: 4 of 2000
20000000 ns: 8 of 20000000
30000000 ns: 11 of 20000000
50000000 ns: 4 of 100000000
== damaged
Could not load a profile from moments.tmp: it is JSON, but not a run of xhprof, or incomplete
Could not load a profile from moments.tmp: it is JSON, but not a run of xhprof, or incomplete
Could not load a profile from moments.tmp: it is JSON, but not a run of xhprof, or incomplete
Could not load a profile from moments.tmp: it is JSON, but not a run of xhprof, or incomplete
Could not load a profile from moments.tmp: it is JSON, but not a run of xhprof, or incomplete
Could not load a profile from moments.tmp: it is JSON, but not a run of xhprof, or incomplete
Could not load a profile from moments.tmp: it is JSON, but not a run of xhprof, or incomplete
Could not load a profile from moments.tmp: it is JSON, but not a run of xhprof, or incomplete
Could not load a profile from moments.tmp: it is JSON, but not a run of xhprof, or incomplete
Could not load a profile from moments.tmp: it is JSON, but not a run of xhprof, or incomplete
Could not load a profile from moments.tmp: it is JSON, but not a run of xhprof, or incomplete
Could not load a profile from moments.tmp: it is JSON, but not a run of xhprof, or incomplete
== too deep for all of its events
bool(true)
bool(true)
