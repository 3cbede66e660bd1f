--TEST--
The time of a run without samples is a row of its own; it can be exported to each format and merged
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
?>
--FILE--
<?php
xhprof_sample_enable(['interval' => 1000000000]);
$profile = xhprof_stop();
$summary = $profile->summary();
var_dump($summary['samples'], $summary['calls'], $summary['wall_ns'] > 0, $summary['nodes'], $summary['error']);
$pairs = $profile->pairs();
echo json_encode(array_map(fn ($row) => $row['ct'], $pairs)), ' ',
	$pairs['main()==>(not sampled)']['wt'] === $pairs['main()']['wt'] ? 'all of the time' : 'OTHER TIME', "\n";
$file = __DIR__ . '/profile_empty.tmp';
$profile->export('json', $file);
var_dump(XHProf\Profile::load($file)->summary() === $summary);
unlink($file);
var_dump($profile->export('folded') === "main();(not sampled) $summary[wall_ns]\n");
var_dump(json_decode($profile->export('speedscope'))->profiles[0]->endValue === $summary['wall_ns']);
var_dump(strlen($profile->export('callgrind')) > 0);

/* A run of calls cannot be added to it. */
xhprof_enable(XHPROF_FLAGS_TREE);
strrev('ab');
try {
	$profile->merge(xhprof_stop());
} catch (ValueError $e) {
	echo $e->getMessage(), "\n";
}
var_dump($profile->merge($profile)->summary()['calls']);
?>
--EXPECT--
int(0)
int(0)
bool(true)
int(2)
float(100)
{"main()==>(not sampled)":0,"main()":0} all of the time
bool(true)
bool(true)
bool(true)
bool(true)
XHProf\Profile::merge(): Argument #1 must be a profile of samples, like this one: record both in the same mode
int(0)
