--TEST--
A file whose timeline names paths or lanes that cannot be, or more events than fit, is refused; ends without begins are not drawn
--FILE--
<?php
function load(array $timeline, array $curve = ['since_ns' => []], string $limit = '64M'): void
{
	$zeros = ['min_wall_ns' => [null], 'max_wall_ns' => [null], 'wall_ns' => [9]];
	$run = ['format' => 'xhprof', 'version' => 1, 'started_ns' => 0, 'unrecorded_calls' => 0,
		'truncated_calls' => 0, 'call_cost_ps' => 0, 'runs' => 1, 'lost_timeline_events' => 0,
		'functions' => ['name' => ['main()'], 'file' => [null], 'line' => [0]], 'pairs' => ['caller' => [null],
			'caller_level' => [0], 'callee' => [0], 'callee_level' => [0], 'calls' => [1], 'wall_ns' => [9]],
		'nodes' => ['parent' => [null], 'function' => [0], 'level' => [0], 'line' => [0], 'calls' => [1], ...$zeros],
		'timeline' => $timeline, 'curve' => $curve];
	$file = __DIR__ . '/timeline_bad.tmp';
	file_put_contents($file, json_encode($run));
	ini_set('xhprof.max_load_bytes', $limit);
	try {
		$loaded = XHProf\Profile::load($file);
		echo $loaded->summary()['timeline_events'], ' events';
		foreach (['log', 'chrome', 'perfetto', 'speedscope', 'html'] as $format) {
			echo $loaded->export($format) === '' ? " NO $format" : '';
		}
		echo ', ', substr_count($loaded->export('log'), "main()"), " calls\n";
	} catch (RuntimeException $error) {
		echo preg_replace('/^.*tmp: /', '', $error->getMessage()), "\n";
	}
	unlink($file);
}
$good = ['begins' => [1, 0], 'since_ns' => [0, 9]];
load($good);
load($good + ['lane' => [1 << 24, 0]]);
load(['begins' => [0, 0, 1, 1, 0], 'since_ns' => [0, 0, 0, 0, 0]]);
load(['begins' => [], 'since_ns' => []]);
echo "-- refused\n";
load(['begins' => [2, 0], 'since_ns' => [0, 9]]);
load(['begins' => [4294967296, 0], 'since_ns' => [0, 9]]);
load(['begins' => [-1, 0], 'since_ns' => [0, 9]]);
load(['begins' => [1, 0], 'since_ns' => [0, -9]]);
load(['begins' => [1, 0], 'since_ns' => [PHP_INT_MAX, 9]]);
load(['begins' => [1, 0], 'since_ns' => [9]]);
load(['begins' => [1, 0]]);
load($good + ['lane' => [(1 << 24) + 1, 0]]);
load($good, ['since_ns' => [0, -1]]);
load($good, ['since_ns' => [0], 'memory_bytes' => []]);
load(['begins' => array_fill(0, 100_000, 0), 'since_ns' => array_fill(0, 100_000, 0)], limit: '2M');
?>
--EXPECT--
2 events, 1 calls
2 events, 1 calls
5 events, 2 calls
0 events, 0 calls
-- refused
it is JSON, but not a run of xhprof, or incomplete
it is JSON, but not a run of xhprof, or incomplete
it is JSON, but not a run of xhprof, or incomplete
it is JSON, but not a run of xhprof, or incomplete
it is JSON, but not a run of xhprof, or incomplete
it is JSON, but not a run of xhprof, or incomplete
it is JSON, but not a run of xhprof, or incomplete
it is JSON, but not a run of xhprof, or incomplete
it is JSON, but not a run of xhprof, or incomplete
it is JSON, but not a run of xhprof, or incomplete
it takes more memory than xhprof.max_load_bytes allows
