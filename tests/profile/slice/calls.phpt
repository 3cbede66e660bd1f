--TEST--
A part of a run's time has the time that each call took in it, and the calls that ran in it, on each fiber; parts add up
--FILE--
<?php
/*
 * main() 0..100 calls a() 10..40, which calls b() 20..30, and at once b() 30..30; then a fiber's c() 50..60 and 70..90
 * within d().
 */
$times = [0, 10, 20, 30, 30, 30, 40, 45, 50, 60, 65, 65, 70, 90, 95, 100];
$begins = [1, 2, 3, 0, 3, 0, 0, 4, 5, 0, 0, 4, 5, 0, 0, 0];
$lanes = [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];
$since = array_map(fn (int $i): int => $times[$i] - ($times[$i - 1] ?? 0), array_keys($times));
$run = ['format' => 'xhprof', 'version' => 1, 'mode' => 'timeline', 'started_ns' => 5_000_000_000,
	'unrecorded_calls' => 0, 'truncated_calls' => 0, 'call_cost_ps' => 0, 'runs' => 1, 'lost_timeline_events' => 0,
	'functions' => ['name' => ['main()', 'a', 'b', 'd', 'c'], 'file' => array_fill(0, 5, '/x.php'),
		'line' => [0, 1, 2, 3, 4]], 'pairs' => ['caller' => [1, 0, 3, 0, null],
			'caller_level' => [0, 0, 0, 0, 0], 'callee' => [2, 1, 4, 3, 0], 'callee_level' => [0, 0, 0, 0, 0],
			'calls' => [2, 1, 1, 2, 1], 'wall_ns' => [10, 30, 30, 50, 100], 'cpu_ns' => [10, 30, 30, 50, 100]],
	'nodes' => ['parent' => [null, 0, 1, 0, 3], 'function' => [0, 1, 2, 3, 4], 'level' => [0, 0, 0, 0, 0],
		'line' => [0, 7, 8, 9, 10], 'calls' => [1, 1, 2, 2, 1], 'min_wall_ns' => array_fill(0, 5, null),
		'max_wall_ns' => array_fill(0, 5, null), 'wall_ns' => [100, 30, 10, 50, 30], 'cpu_ns' => [100, 30, 10, 50, 30]],
	'timeline' => ['begins' => $begins, 'since_ns' => $since, 'lane' => $lanes],
	'curve' => ['since_ns' => [], 'cpu_ns' => []]];

function load(array $run): XHProf\Profile
{
	$file = __DIR__ . '/calls.tmp';
	file_put_contents($file, json_encode($run));
	try {
		return XHProf\Profile::load($file);
	} finally {
		unlink($file);
	}
}

function show(string $title, XHProf\Profile $part): void
{
	echo "$title:";
	foreach ($part->functions() as $name => $row) {
		echo " $name $row[calls] $row[own_wall_ns]/$row[wall_ns]";
	}
	echo "\n";
}

$whole = load($run);
foreach ([[0, 25], [25, 55], [55, 1000], [30, 40], [40, 45], [200, 300]] as [$from, $to]) {
	show("$from to $to", $part = $whole->reduce(['from_ns' => $from, 'to_ns' => $to]));
}
show('from 55', $whole->reduce(['from_ns' => 55]));
show('program', $whole->reduce(['lane' => 0]));
show('fiber', $whole->reduce(['lane' => 1]));
show('fiber, 55 to 75', $whole->reduce(['lane' => 1, 'from_ns' => 55, 'to_ns' => 75]));
show('25 to 55, a() hidden', $whole->reduce(['from_ns' => 25, 'to_ns' => 55, 'hide_functions' => 'a']));
show('no such fiber', $whole->reduce(['lane' => 9]));

echo "== its timeline begins anew\n";
$part = $whole->reduce(['from_ns' => 25, 'to_ns' => 55]);
echo json_encode(json_decode($part->export('json'), true)['timeline']), "\n";
var_dump($part->summary()['started'], $part->summary()['mode'], isset($part->summary()['cpu_ns']));
echo json_encode($part->pairs()), "\n";
echo "== memory belongs to the innermost call before the event\n";
foreach (['pairs' => 5, 'nodes' => 5] as $table => $count) {
	$run[$table] += ['memory_bytes' => array_fill(0, $count, 0), 'peak_bytes' => array_fill(0, $count, 0)];
}
$run['curve']['memory_bytes'] = [];
$run['memory'] = ['event' => [0, 3, 6], 'bytes' => [1000, 1300, 1200]];
$with = load($run);
foreach ([[0, 55], [55, 1000], [0, 1000]] as [$from, $to]) {
	$rows = $with->reduce(['from_ns' => $from, 'to_ns' => $to])->functions();
	echo "$from to $to: ",
		json_encode(array_map(fn ($row) => [$row['own_memory_bytes'], $row['memory_bytes']], $rows)), "\n";
}
echo "== which call raised the peak is not known, nor is CPU time\n";
$part = $with->reduce(['from_ns' => 15, 'to_ns' => 55]);
echo implode(' ', array_diff(array_keys($with->functions()['a']), array_keys($part->functions()['a']))), ', ',
	implode(' ', array_diff(array_keys($with->summary()), array_keys($part->summary()))), "\n";
echo "== a part of a part has the memory of that time\n";
echo json_encode(json_decode($part->export('json'), true)['memory']), "\n";
$parts = load(json_decode($part->export('json'), true));
foreach ([[15, 25], [20, 40], [25, 55], [30, 41], [40, 55]] as [$from, $to]) {
	$once = $with->reduce(['from_ns' => $from, 'to_ns' => $to]);
	$twice = $parts->reduce(['from_ns' => $from - 15, 'to_ns' => $to - 15]);
	if ($once->functions() !== $twice->functions() || $once->nodes() !== $twice->nodes()) {
		echo "$from to $to:\n", json_encode($once->functions()), "\n", json_encode($twice->functions()), "\n";
	}
}
var_dump(json_decode($with->export('json'), true)['memory'] === $run['memory']);
$run['memory']['event'] = [0, 3, 16];
try {
	load($run);
} catch (RuntimeException $e) {
	echo preg_replace('~\S+/calls~', 'calls', $e->getMessage()), "\n";
}
echo "== wrong\n";
foreach ([['from_ns' => -1], ['to_ns' => '5'], ['lane' => -1], ['lane' => 0xffffffff]] as $options) {
	try {
		$whole->reduce($options);
	} catch (Throwable $e) {
		echo get_class($e), ': ', $e->getMessage(), "\n";
	}
}
try {
	XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 1]])->reduce(['from_ns' => 0]);
} catch (RuntimeException $e) {
	echo $e->getMessage(), "\n";
}
?>
--EXPECT--
0 to 25: main() 1 10/25 a 1 10/15 b 1 5/5
25 to 55: a 1 10/15 main() 1 5/30 b 2 5/5 d 1 5/10 c 1 5/5
55 to 1000: c 2 25/25 d 2 15/40 main() 1 5/45
30 to 40: a 1 10/10 main() 1 0/10 b 1 0/0
40 to 45: main() 1 5/5
200 to 300: main() 0 0/0
from 55: c 2 25/25 d 2 15/40 main() 1 5/45
program: main() 1 20/70 a 1 20/30 d 2 20/20 b 2 10/10
fiber: c 2 30/30 main() 0 0/30 d 0 0/30
fiber, 55 to 75: c 2 10/10 main() 0 0/10 d 0 0/10
25 to 55, a() hidden: main() 1 15/30 b 2 5/5 d 1 5/10 c 1 5/5
no such fiber: main() 0 0/0
== its timeline begins anew
{"begins":[1,2,3,0,3,0,0,4,5,0,0,0],"since_ns":[0,0,0,5,0,0,10,5,5,5,0,0],"lane":[0,0,0,0,0,0,0,0,1,0,0,0]}
float(5.000000025)
string(8) "timeline"
bool(false)
{"main()==>a":{"ct":1,"wt":0},"a==>b":{"ct":2,"wt":0},"main()==>d":{"ct":1,"wt":0},"d==>c":{"ct":1,"wt":0},"main()":{"ct":1,"wt":0}}
== memory belongs to the innermost call before the event
0 to 55: {"a":[0,300],"main()":[0,300],"b":[300,300],"d":[0,0],"c":[0,0]}
55 to 1000: {"c":[-100,-100],"d":[0,-100],"main()":[0,-100]}
0 to 1000: {"c":[-100,-100],"main()":[0,200],"a":[0,300],"d":[0,-100],"b":[300,300]}
== which call raised the peak is not known, nor is CPU time
cpu_ns peak_bytes own_cpu_ns own_peak_bytes, cpu_ns peak_bytes
== a part of a part has the memory of that time
{"event":[0,3],"bytes":[1000,1300]}
bool(true)
Could not load a profile from calls.tmp: it is JSON, but not a run of xhprof, or incomplete
== wrong
ValueError: XHProf\Profile::reduce(): Argument #1 ($options) must not have a negative number for the key "from_ns"
TypeError: XHProf\Profile::reduce(): Argument #1 ($options) must have an int for the key "to_ns"
ValueError: XHProf\Profile::reduce(): Argument #1 ($options) must not have a negative number for the key "lane"
ValueError: XHProf\Profile::reduce(): Argument #1 ($options) must not have a negative number for the key "lane"
Choosing a part of the time needs a timeline (XHPROF_FLAGS_TIMELINE) or samples; this run has none
