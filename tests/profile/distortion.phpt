--TEST--
distortion() sets shares of recorded calls beside those of samples, with the error that the samples allow
--FILE--
<?php
/* Of one run: 1,000 samples, of which 100 fell into the profiler. "helper" is called by samples only. */
$calls = ['format' => 'xhprof', 'version' => 1, 'mode' => 'hier', 'started_ns' => 0, 'unrecorded_calls' => 0,
	'truncated_calls' => 0, 'call_cost_ps' => 30000, 'runs' => 1, 'user_call_inner_ps' => 10000,
	'user_call_ps' => 30000, 'internal_call_inner_ps' => 5000, 'internal_call_ps' => 25000,
	'method_call_inner_ps' => 0, 'method_call_ps' => 50000, 'compensated' => 0,
	'functions' => ['name' => ['main()', 'hot', 'leaf', 'abs', '{closure:/a.php:3}', '{closure:/a.php:7}'],
		'file' => ['/a.php', '/a.php', '/a.php', null, '/a.php', '/a.php'], 'line' => [0, 1, 2, 0, 3, 7]],
	'pairs' => ['caller' => [1, 1, 0, 0, 0, null], 'caller_level' => [0, 0, 0, 0, 0, 0], 'callee' => [2, 3, 1, 4, 5, 0],
		'callee_level' => [0, 0, 0, 0, 0, 0], 'calls' => [10000, 4000, 1, 2, 3, 1],
		'wall_ns' => [400000, 100000, 900000, 30000, 20000, 1000000]]];
$sampled = ['format' => 'xhprof', 'version' => 1, 'mode' => 'sample', 'started_ns' => 0, 'unrecorded_calls' => 0,
	'truncated_calls' => 0, 'call_cost_ps' => 0, 'runs' => 1, 'samples' => 1000, 'displaced' => 0,
	'interval_ns' => 1000, 'functions' => ['name' => ['main()', 'hot', 'leaf', '{xhprof}', '{closure:/a.php:3}',
		'helper'], 'file' => ['/a.php', '/a.php', '/a.php', null, '/a.php', '/a.php'], 'line' => [0, 1, 2, 0, 3, 9]],
	'pairs' => ['caller' => [2, 5, 1, 0, 0, null], 'caller_level' => [0, 0, 0, 0, 0, 0], 'callee' => [3, 2, 5, 1, 4, 0],
		'callee_level' => [0, 0, 0, 0, 0, 0], 'calls' => [100, 280, 640, 900, 80, 1000], 'wall_ns' => [100000,
			280000, 640000, 900000, 80000, 1000000], 'cpu_ns' => [100000, 280000, 640000, 900000, 80000, 1000000]],
	'nodes' => ['parent' => [null, 0, 1, 2, 3, 0], 'function' => [0, 1, 5, 2, 3, 4], 'level' => [0, 0, 0, 0, 0, 0],
		'line' => [1, 1, 9, 2, 0, 3], 'calls' => [20, 260, 360, 180, 100, 80],
		'min_wall_ns' => [null, null, null, null, null, null], 'max_wall_ns' => [null, null, null, null, null, null],
		'wall_ns' => [1000000, 900000, 640000, 280000, 100000, 80000],
		'cpu_ns' => [1000000, 900000, 640000, 280000, 100000, 80000]]];

function load(array $run): XHProf\Profile
{
	$file = __DIR__ . '/distortion.tmp';
	file_put_contents($file, json_encode($run));
	try {
		return XHProf\Profile::load($file);
	} finally {
		unlink($file);
	}
}

function show(array $found): void
{
	foreach ($found['functions'] as $name => $row) {
		echo $name, ': ', implode(' ', array_map(static fn ($value) => is_float($value) ? sprintf('%.4f', $value)
			: var_export($value, true), $row)), "\n";
	}
	unset($found['functions']);
	echo json_encode($found), "\n";
}

$both = load($calls + ['sampled' => $sampled]);
show($both->distortion());

echo "-- of two files\n";
$alone = load($calls);
var_dump($alone->distortion(load($sampled)) === $both->distortion(), $alone->sampled());

echo "-- compensated\n";
show(load(['compensated' => 1] + $calls)->distortion(load($sampled)));

echo "-- what a call costs is not known\n";
$old = array_filter($calls, static fn (string $key) => !preg_match('/_call_|^compensated$/', $key),
	ARRAY_FILTER_USE_KEY);
show(array_replace(load($old)->distortion(load($sampled)),
	['functions' => array_slice(load($old)->distortion(load($sampled))['functions'], 0, 2)]));

echo "-- the interval is Wilson's, of effective samples\n";
function wilson(float $share, float $samples): array
{
	$middle = ($share + 2 / $samples) / (1 + 4 / $samples);
	$half = 2 / (1 + 4 / $samples) * sqrt($share * (1 - $share) / $samples + 1 / $samples ** 2);
	return [$share > 0 ? $middle - $half : 0.0, $middle + $half];
}
function is_near(array $row, array $interval): bool
{
	return abs($row['low'] - $interval[0]) + abs($row['high'] - $interval[1]) < 1e-12;
}
$few = XHProf\Profile::fromStacks(
	[['frames' => ['main()', 'hot'], 'samples' => 66, 'wall_ns' => 66000, 'cpu_ns' => 66000]]);
$row = $alone->distortion($few)['functions'];
printf("0 of 66: %.4f to %.4f\n", $row['leaf']['low'], $row['leaf']['high']);
var_dump(is_near($row['leaf'], wilson(0, 66)));
// Of 1,000 of the weight, 900 are the program's. 4 samples of 250 each have squares of 250,000; they are as good as 4.
foreach (['of one interval each' => [1000, 900],
	'of 250 intervals each' => [250000, 3.6]] as $which => [$squares, $effective]) {
	$row = $alone->distortion(load($sampled + ['squared_weights' => $squares]))['functions']['hot'];
	printf("%s: %.4f to %.4f, %s\n", $which, $row['low'], $row['high'],
		is_near($row, wilson(620 / 900, $effective)) ? 'Wilson' : 'NOT Wilson');
}
$twice = load($sampled + ['squared_weights' => 4000]);
printf("error %.2f points, twice as many %.2f, without weights %.2f\n", $twice->summary()['error'],
	$twice->merge($twice)->summary()['error'], load($sampled)->summary()['error']);

echo "-- what cannot be compared\n";
foreach ([fn () => $alone->distortion(), fn () => $alone->distortion($alone),
	fn () => load($sampled)->distortion(load($sampled)),
	fn () => $alone->distortion(load($sampled + ['cpu_clock' => 1]))] as $compare) {
	try {
		$compare();
	} catch (RuntimeException $e) {
		echo $e->getMessage(), "\n";
	}
}

echo "-- merged, and through a file\n";
$twice = $both->merge($both);
var_dump($twice->sampled()->summary()['samples'], $twice->merge($alone)->sampled());
var_dump(array_column($twice->distortion()['functions'],
	'sampled') === array_column($both->distortion()['functions'], 'sampled'));
$again = load(json_decode($both->export('json'), true));
var_dump($again->distortion() === $both->distortion(), $again->export('json') === $both->export('json'),
	$both->summary()['samples_beside']);

echo "-- damaged\n";
$damaged = [
	'samples in samples' => $sampled + ['sampled' => $sampled],
	'calls as samples' => $calls + ['sampled' => $calls],
	'no version' => $calls + ['sampled' => array_diff_key($sampled, ['version' => 1])],
	'no paths' => $calls + ['sampled' => array_diff_key($sampled, ['nodes' => 1])],
	'no tables' => $calls + ['sampled' => ['format' => 'xhprof', 'version' => 1]],
	'a list' => $calls + ['sampled' => [1, 2]],
	'another name' => $calls + ['other' => $sampled],
	'a caller that is none' => $calls
		+ ['sampled' => array_replace_recursive($sampled, ['nodes' => ['parent' => [5 => 9]]])],
	'samples in samples of calls' => $calls + ['sampled' => $sampled + ['sampled' => $sampled]],
];
foreach ($damaged as $what => $run) {
	try {
		$loaded = load($run);
		echo "$what: ", $loaded->sampled() === null ? 'no samples' : 'samples', "\n";
	} catch (RuntimeException $e) {
		echo "$what: ", explode('.tmp: ', $e->getMessage())[1], "\n";
	}
}
?>
--EXPECT--
hot: 1 0.4000 0.2000 0.6889 0.6572 0.7189 0.5806 true
leaf: 10000 0.4000 0.5002 0.2000 0.1747 0.2280 2.0000 true
abs: 4000 0.1000 0.1334 0.0000 0.0000 0.0044 NULL true
{closure:/a.php:3}: 2 0.0300 0.0500 0.0889 0.0717 0.1097 0.3375 true
main(): 1 0.0500 0.0832 0.0222 0.0143 0.0344 2.2500 true
{closure:/a.php:7}: 3 0.0200 0.0333 0.0000 0.0000 0.0044 NULL true
{"clock":"wall","compensated":false,"samples":900,"profiler":0.1,"distorted":6}
-- of two files
bool(true)
NULL
-- compensated
hot: 1 0.4857 0.4000 0.6889 0.6572 0.7189 0.5806 true
leaf: 10000 0.3571 0.4000 0.2000 0.1747 0.2280 2.0000 true
abs: 4000 0.0857 0.1000 0.0000 0.0000 0.0044 NULL true
{closure:/a.php:3}: 2 0.0214 0.0300 0.0889 0.0717 0.1097 0.3375 true
main(): 1 0.0358 0.0500 0.0222 0.0143 0.0344 2.2500 true
{closure:/a.php:7}: 3 0.0143 0.0200 0.0000 0.0000 0.0044 NULL true
{"clock":"wall","compensated":true,"samples":900,"profiler":0.1,"distorted":6}
-- what a call costs is not known
hot: 1 0.4000 NULL 0.6889 0.6572 0.7189 0.5806 true
leaf: 10000 0.4000 NULL 0.2000 0.1747 0.2280 2.0000 true
{"clock":"wall","compensated":false,"samples":900,"profiler":0.1,"distorted":6}
-- the interval is Wilson's, of effective samples
0 of 66: 0.0000 to 0.0571
bool(true)
of one interval each: 0.6572 to 0.7189, Wilson
of 250 intervals each: 0.2392 to 0.9397, Wilson
error 6.32 points, twice as many 4.47, without weights 3.16
-- what cannot be compared
The profile cannot be compared with samples: it has no samples: record samples beside the calls
The profile cannot be compared with samples: the profile has no samples: record samples beside the calls
The profile cannot be compared with samples: the first profile holds samples: give a profile of calls
The profile cannot be compared with samples: the samples are of CPU time, and the calls have none: record CPU time, or sample by the wall clock
-- merged, and through a file
int(2000)
NULL
bool(true)
bool(true)
bool(true)
int(1000)
-- damaged
samples in samples: it is JSON, but not a run of xhprof, or incomplete
calls as samples: it is JSON, but not a run of xhprof, or incomplete
no version: it is JSON, but not a run of xhprof, or incomplete
no paths: it is JSON, but not a run of xhprof, or incomplete
no tables: it is JSON, but not a run of xhprof, or incomplete
a list: no samples
another name: it is JSON, but not a run of xhprof, or incomplete
a caller that is none: it is JSON, but not a run of xhprof, or incomplete
samples in samples of calls: samples
