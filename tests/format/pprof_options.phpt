--TEST--
Options of pprof: labels in place of the tags, times or allocations alone, the time, and files of a limited size with each sample once
--EXTENSIONS--
zlib
--SKIPIF--
<?php
require __DIR__ . '/program.inc';
if (!has_pprof()) die('skip built without zlib');
?>
--FILE--
<?php
require __DIR__ . '/program.inc';
require __DIR__ . '/pprof.inc';

function show(string $file): void
{
	[$faults, $sums] = pprof_check($file);
	$pprof = pprof_message(gzdecode($file), 'profile');
	$word = fn (int $place): string => $pprof['string'][$place];
	$labels = [];
	foreach ($pprof['sample'] as $sample) {
		$labels[implode(' ', array_map(fn ($label) => $word($label['key'][0] ?? 0) . '=' . $word($label['str'][0] ?? 0),
			$sample['label']))] = true;
	}
	echo implode(', ', $faults), implode(' ', array_keys($sums)), ' by ',
		$word($pprof['period_type'][0]['type'][0]), ':', $word($pprof['period_type'][0]['unit'][0]), ', ',
		$word($pprof['default_sample_type'][0]), ' first, labels: ', implode(' and ', array_keys($labels)), "\n";
}

xhprof_tag('route', 'cart');
$run = run(XHPROF_FLAGS_TREE | ALL_METRICS | XHPROF_FLAGS_ALLOC, 'program', ['events' => ['gc-runs']]);
echo "-- labels and values\n";
show($run->export('pprof'));
show($run->export('pprof', options: []));
show($run->export('pprof', options: ['labels' => []]));
show($run->export('pprof', options: ['labels' => ['a' => 'b', 7 => '', '' => "caf\xE9"], 'values' => 'times']));
show($run->export('pprof', options: ['values' => 'allocations']));
show($run->export('pprof', options: ['values' => 'all']));
$file = __DIR__ . '/pprof_options.tmp';
var_dump($run->export('pprof', $file, options: ['labels' => ['to' => 'a file']]));
show(file_get_contents($file));
unlink($file);

echo "-- time\n";
$pprof = pprof_message(gzdecode($run->export('pprof', options: ['started_ns' => 1_000, 'duration_ns' => 7])),
	'profile');
echo $pprof['time_nanos'][0], ' ', $pprof['duration_nanos'][0], "\n";
$pprof = pprof_message(gzdecode($run->export('pprof', options: ['started_ns' => 0, 'duration_ns' => 0])), 'profile');
echo $pprof['time_nanos'][0], ' ', $pprof['duration_nanos'][0], "\n";

echo "-- limits\n";
/* The samples of a file: names, then values. */
function samples(string $file): array
{
	$pprof = pprof_message(gzdecode($file), 'profile');
	$name = fn (int $id): string =>
		$pprof['string'][$pprof['function'][$pprof['location'][$id - 1]['line'][0]['function_id'][0] - 1]['name'][0]]
		. ':' . ($pprof['location'][$id - 1]['line'][0]['line'][0] ?? 0);
	return array_map(fn ($sample) => implode(' ', array_map($name, $sample['location_id'][0])) . ' = '
		. implode(' ', $sample['value'][0]), $pprof['sample']);
}
$all = samples($run->export('pprof', options: ['labels' => []]));
$bytes = strlen(gzdecode($run->export('pprof', options: ['labels' => []])));
foreach ([['max_samples' => 1], ['max_samples' => 4], ['max_samples' => count($all)],
	['max_samples' => PHP_INT_MAX], ['max_bytes' => 1], ['max_bytes' => 2000],
	['max_bytes' => 2000, 'max_samples' => 3], ['max_bytes' => 1 << 20]] as $limits) {
	$files = $run->export('pprof', options: ['labels' => [], 'started_ns' => 50] + $limits);
	$faults = $times = [];
	foreach ($files as $i => $one) {
		array_push($faults, ...pprof_check($one)[0]);
		$count = count(samples($one));
		$faults[] = $count > ($limits['max_samples'] ?? PHP_INT_MAX) ? "$count samples" : null;
		$faults[] = $count > 1 && strlen(gzdecode($one)) > ($limits['max_bytes'] ?? PHP_INT_MAX) ? 'too large' : null;
		$faults[] = pprof_message(gzdecode($one), 'profile')['time_nanos'][0] !== 50 + $i ? 'the time' : null;
	}
	echo json_encode($limits), ': ', count($files) === 1 ? 'one file'
		: (count($files) === count($all) ? 'a file for each sample' : (count($files) < count($all) ? 'some' : 'MANY')),
		', ', array_merge(...array_map(samples(...), $files)) === $all ? 'each sample once' : 'NOT each sample once',
		' ', implode(', ', array_filter($faults)), "\n";
}
echo json_encode(array_map(fn (string $one): array => samples($one),
	XHProf\Profile::fromStacks([])->export('pprof', options: ['max_samples' => 2]))), "\n";

echo "-- deep stacks\n";
$deep = XHProf\Profile::fromStacks([['frames' => array_map(fn (int $i): string => "f$i", range(1, 2000)), 'samples' =>
	2, 'wall_ns' => 7, 'cpu_ns' => 0], ['frames' => ['f1', 'g'], 'samples' => 1, 'wall_ns' => 1, 'cpu_ns' => 1]]);
foreach ($deep->export('pprof', options: ['max_samples' => 1]) as $one) {
	[$faults, $sums, $names, $comments] = pprof_check($one);
	echo implode(', ', $faults), json_encode($sums), ' ', count($names), ' ', implode(', ', $comments), "\n";
}

echo "-- errors\n";
$pairs = XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 5]]);
$labels = ['a' => 'b'];
$reference = &$labels['a'];
foreach ([[$run, 'pprof', null, ['Labels' => []]], [$run, 'pprof', null, [1]], [$run, 'pprof', null, ['labels' => 'a']],
	[$run, 'pprof', null, ['labels' => ['a' => 1]]], [$run, 'pprof', null, ['values' => 'wall']], [$run, 'pprof', null,
		['values' => 1]], [$run, 'pprof', null, ['max_samples' => 0]], [$run, 'pprof', null, ['max_bytes' => '1']],
	[$run, 'pprof', null, ['max_bytes' => -5]], [$run, 'pprof', null, ['started_ns' => -1]],
	[$run, 'pprof', null, ['duration_ns' => 1.5]], [$run, 'json', null, ['labels' => []]],
	[$run, 'pprof', '/nowhere/file', ['max_samples' => 5]], [$run, 'pprof', '/nowhere/file', ['labels' => []]],
	[$deep, 'pprof', null, ['values' => 'allocations']], [$pairs, 'pprof', null, ['labels' => []]],
	[$run, 'pprof', null, ['labels' => $labels]]] as [$profile, $format, $to, $options]) {
	try {
		echo get_debug_type(@$profile->export($format, $to, null, $options)), "\n";
	} catch (Throwable $error) {
		echo get_class($error), ': ', str_replace('XHProf\Profile::export(): ', '', $error->getMessage()), "\n";
	}
}
?>
--EXPECT--
-- labels and values
calls wall cpu memory_grown memory_freed peak_grown alloc_objects alloc_space inuse_objects inuse_space gc_runs by wall:nanoseconds, wall first, labels: route=cart
calls wall cpu memory_grown memory_freed peak_grown alloc_objects alloc_space inuse_objects inuse_space gc_runs by wall:nanoseconds, wall first, labels: route=cart
calls wall cpu memory_grown memory_freed peak_grown alloc_objects alloc_space inuse_objects inuse_space gc_runs by wall:nanoseconds, wall first, labels: 
calls wall cpu memory_grown memory_freed peak_grown gc_runs by wall:nanoseconds, wall first, labels: a=b 7= =caf?
alloc_objects alloc_space inuse_objects inuse_space by space:bytes, inuse_space first, labels: route=cart
calls wall cpu memory_grown memory_freed peak_grown alloc_objects alloc_space inuse_objects inuse_space gc_runs by wall:nanoseconds, wall first, labels: route=cart
NULL
calls wall cpu memory_grown memory_freed peak_grown alloc_objects alloc_space inuse_objects inuse_space gc_runs by wall:nanoseconds, wall first, labels: to=a file
-- time
1000 7
0 0
-- limits
{"max_samples":1}: a file for each sample, each sample once 
{"max_samples":4}: some, each sample once 
{"max_samples":24}: one file, each sample once 
{"max_samples":9223372036854775807}: one file, each sample once 
{"max_bytes":1}: a file for each sample, each sample once 
{"max_bytes":2000}: some, each sample once 
{"max_bytes":2000,"max_samples":3}: some, each sample once 
{"max_bytes":1048576}: one file, each sample once 
[[]]
-- deep stacks
{"samples":2,"wall":7,"cpu":0} 1000 xhprof, 1 stacks of more than 1000 frames have (truncated) in the middle
{"samples":1,"wall":1,"cpu":1} 3 xhprof
-- errors
ValueError: Argument #4 ($options) is invalid: unknown option "Labels"; did you mean "labels"?
string
TypeError: Argument #4 ($options) option "labels" must be an array of strings
TypeError: Argument #4 ($options) option "labels" must be an array of strings
TypeError: Argument #4 ($options) option "values" must be "all", "times" or "allocations"; did you mean "all"?
TypeError: Argument #4 ($options) option "values" must be "all", "times" or "allocations"
ValueError: Argument #4 ($options) option "max_samples" must be 1 or greater
TypeError: Argument #4 ($options) option "max_bytes" must be of type int
ValueError: Argument #4 ($options) option "max_bytes" must be 1 or greater
ValueError: Argument #4 ($options) option "started_ns" must be 0 or greater
TypeError: Argument #4 ($options) option "duration_ns" must be of type int
ValueError: Argument #4 ($options) must be empty for the format json; only pprof has options
ValueError: Argument #2 ($to) must be null with the options "max_samples" and "max_bytes": there may be several files
RuntimeException: Could not write the profile to /nowhere/file: No such file or directory
RuntimeException: The option "values" needs allocations (XHPROF_FLAGS_ALLOC); this run has none
RuntimeException: The format pprof needs call paths (XHPROF_FLAGS_TREE); this run has none
string
