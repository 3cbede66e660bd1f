--TEST--
A part of a run of samples has its part of each, with what memory grew by; parts add up to the run, and so do processes
--FILE--
<?php
/* a() and b() by turns, in two processes. */
$run = ['format' => 'xhprof', 'version' => 1, 'mode' => 'sample', 'started_ns' => 0, 'unrecorded_calls' => 0,
	'truncated_calls' => 0, 'call_cost_ps' => 0, 'runs' => 1, 'samples' => 6, 'displaced' => 0, 'interval_ns' => 1000,
	'functions' => ['name' => ['main()', 'a', 'b'], 'file' => ['/m.php', '/a.php', null], 'line' => [0, 3, 0]],
	'pairs' => ['caller' => [0, 0, null], 'caller_level' => [0, 0, 0], 'callee' => [1, 2, 0],
		'callee_level' => [0, 0, 0], 'calls' => [4, 3, 7], 'wall_ns' => [4000, 3000, 7000],
		'cpu_ns' => [4000, 1000, 5000], 'memory_bytes' => [150, 100, 250], 'peak_bytes' => [200, 100, 300]],
	'nodes' => ['parent' => [null, 0, 0], 'function' => [0, 1, 2], 'level' => [0, 0, 0], 'line' => [5, 4, 0],
		'calls' => [0, 4, 3], 'min_wall_ns' => [null, null, null], 'max_wall_ns' => [null, null, null],
		'wall_ns' => [7000, 4000, 3000], 'cpu_ns' => [5000, 4000, 1000], 'memory_bytes' => [250, 150, 100],
		'peak_bytes' => [300, 200, 100]], 'moments' => ['at_ns' => [1000, 2000, 3000, 4000, 5000, 7000],
			'node' => [1, 2, 1, 2, 1, 1], 'samples' => [1, 1, 1, 2, 1, 1],
			'off_cpu' => [0, 0, 0, 1, 0, 0], 'memory_bytes' => [1100, 1200, 1300, 1300, 1300, 1250]]];

function load(array $run): XHProf\Profile
{
	$file = __DIR__ . '/samples.tmp';
	file_put_contents($file, json_encode($run));
	try {
		return XHProf\Profile::load($file);
	} finally {
		unlink($file);
	}
}

function show(string $title, XHProf\Profile $part): void
{
	echo "$title: ", $part->summary()['samples'], ' samples';
	foreach ($part->functions() as $name => $row) {
		echo " $name $row[calls] $row[own_wall_ns]/$row[wall_ns] $row[own_cpu_ns] ", $row['own_memory_bytes'] ?? '',
			' ', $row['own_peak_bytes'] ?? '', ';';
	}
	echo "\n";
}

$whole = load($run);
show('all', $whole->reduce(['from_ns' => 0]));
foreach ([[0, 2000], [2000, 4001], [4001, 9000], [8000, 9000]] as [$from, $to]) {
	show("$from to $to", $whole->reduce(['from_ns' => $from, 'to_ns' => $to]));
}
$part = $whole->reduce(['from_ns' => 2000, 'to_ns' => 4001]);
echo json_encode(json_decode($part->export('json'), true)['moments']), "\n";
echo $part->summary()['timeline_events'], " events\n";
show('part of a part', $part->reduce(['from_ns' => 1000]));
show('hidden', $whole->reduce(['from_ns' => 2000, 'to_ns' => 4001, 'hide_functions' => 'a']));

echo "== parts add up\n";
$sums = function (XHProf\Profile ...$parts): array {
	$sums = [];
	foreach ($parts as $part) {
		foreach ($part->functions() as $name => $row) {
			foreach (['calls', 'own_wall_ns', 'wall_ns', 'own_cpu_ns', 'own_memory_bytes', 'own_peak_bytes'] as $key) {
				$sums[$name][$key] = ($sums[$name][$key] ?? 0) + $row[$key];
			}
		}
		$sums['samples'] = ($sums['samples'] ?? 0) + $part->summary()['samples'];
	}
	ksort($sums);
	return $sums;
};
foreach ([1, 7, 333, 999, 1000, 2500] as $step) {
	$parts = array_map(fn (int $from) => $whole->reduce(['from_ns' => $from, 'to_ns' => $from + $step]),
		range(0, 7000, $step));
	echo $step, $sums(...$parts) === $sums($whole) ? '' : ' DIFFER',
		$step === 1000 ? ', none longer than it is: ' : "\n";
	if ($step === 1000) {
		var_dump(array_map(fn ($part) => $part->summary()['wall_ns'], $parts) === [1000, 1000, 1000, 1000,
			1000, 1000, 1000, 0]);
	}
}

echo "== within a wait, and where several samples end at once\n";
$waits = ['at_ns' => [1000, 9000, 9000, 10000], 'node' => [1, 1, 2, 1], 'samples' => [1, 2, 6, 1],
	'off_cpu' => [0, 1, 1, 0], 'memory_bytes' => [5, 5, 5, 5]];
$asleep = load(array_replace($run, ['moments' => $waits]));
show('3500 to 4500', $asleep->reduce(['from_ns' => 3500, 'to_ns' => 4500]));
show('2000 to 5000', $asleep->reduce(['from_ns' => 2000, 'to_ns' => 5000]));
echo json_encode(array_map(fn (array $event): string => "$event[name] $event[ts]+$event[dur]",
	array_values(array_filter(json_decode($asleep->export('chrome'), true)['traceEvents'],
		fn (array $event): bool => $event['ph'] === 'X')))), "\n";

echo "== a sample that the program took stands for no time\n";
$custom = ['at_ns' => [1000, 1500, 2000], 'node' => [1, 2, 1], 'samples' => [1, 40, 1], 'off_cpu' => [0, 1, 0],
	'memory_bytes' => [5, 5, 5], 'span_ns' => [1000, 0, 1000]];
$mixed = load(array_replace($run, ['moments' => $custom]));
show('0 to 1000', $mixed->reduce(['from_ns' => 0, 'to_ns' => 1000]));
show('1000 to 2000', $mixed->reduce(['from_ns' => 1000, 'to_ns' => 2000]));
var_dump(json_decode($mixed->export('json'), true)['moments']['span_ns'] === $custom['span_ns']);

echo "== two processes\n";
foreach (['pairs', 'nodes', 'moments'] as $table) {
	unset($run[$table]['memory_bytes'], $run[$table]['peak_bytes']);
}
$run['moments'] += ['lane' => [0, 1, 0, 1, 0, 1], 'request' => [1, 1, 1, 1, 2, 2],
	'wall_ns' => [1000, 1000, 1000, 2000, 1000, 1000]];
$pool = load($run);
show('first', $pool->reduce(['lane' => 0]));
show('second', $pool->reduce(['lane' => 1]));
show('second, from 4000', $pool->reduce(['lane' => 1, 'from_ns' => 4000]));
var_dump(json_decode($pool->export('json'), true)['moments'] === $run['moments'],
	isset($pool->summary()['timeline_events']));

echo "== the sum of several runs has no times\n";
var_dump(isset(json_decode($pool->merge($pool)->export('json'), true)['moments']));
?>
--EXPECT--
all: 6 samples a 4 4000/4000 4000 150 200; b 3 3000/3000 1000 100 100; main() 7 0/7000 0 0 0;
0 to 2000: 2 samples a 1 1000/1000 1000 100 100; b 1 1000/1000 1000 100 100; main() 2 0/2000 0 0 0;
2000 to 4001: 1 samples b 1 1001/1001 0 0 0; a 1 1000/1000 1000 100 100; main() 2 0/2001 0 0 0;
4001 to 9000: 3 samples a 2 2000/2000 2000 -50 0; b 1 999/999 0 0 0; main() 3 0/2999 0 0 0;
8000 to 9000: 0 samples main() 0 0/0 0 0 0;
{"at_ns":[1000,2001],"node":[1,2],"samples":[1,1],"off_cpu":[0,1],"memory_bytes":[1300,1300],"span_ns":[1000,1001]}
6 events
part of a part: 1 samples b 1 1001/1001 0 0 0; main() 1 0/1001 0 0 0;
hidden: 1 samples b 1 1001/1001 0 0 0; main() 2 1000/2001 1000 100 100;
== parts add up
1
7
333
999
1000, none longer than it is: bool(true)
2500
== within a wait, and where several samples end at once
3500 to 4500: 0 samples b 1 1000/1000 0 0 0; main() 1 0/1000 0 0 0;
2000 to 5000: 1 samples b 2 2000/2000 0 0 0; a 1 1000/1000 0 0 0; main() 3 0/3000 0 0 0;
["a 0+3","b 3+6","a 9+1","main() 0+10"]
== a sample that the program took stands for no time
0 to 1000: 1 samples a 1 1000/1000 1000 250 250; main() 1 0/1000 0 0 0;
1000 to 2000: 2 samples b 40 40000/40000 40000 0 0; a 1 1000/1000 1000 0 0; main() 41 0/41000 0 0 0;
bool(true)
== two processes
first: 3 samples a 3 3000/3000 3000  ; main() 3 0/3000 0  ;
second: 3 samples b 3 3000/3000 1000  ; a 1 1000/1000 1000  ; main() 4 0/4000 0  ;
second, from 4000: 1 samples a 1 1000/1000 1000  ; main() 1 0/1000 0  ;
bool(true)
bool(false)
== the sum of several runs has no times
bool(false)
