--TEST--
A run without samples is a profile of main() alone that can be exported to each format and merged
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
?>
--FILE--
<?php
xhprof_sample_enable(['interval' => 1000000000]);
$profile = xhprof_stop();
$summary = $profile->summary();
var_dump($summary['samples'], $summary['calls'], $summary['wall_ns'], $summary['nodes'], $summary['error']);
echo json_encode($profile->pairs()), "\n";
$file = __DIR__ . '/profile_empty.tmp';
$profile->export('json', $file);
var_dump(XHProf\Profile::load($file)->summary() === $summary);
unlink($file);
var_dump($profile->export('folded'));
var_dump(json_decode($profile->export('speedscope'))->profiles[0]->endValue);
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
int(0)
int(1)
float(100)
{"main()":{"ct":0,"wt":0,"cpu":0}}
bool(true)
string(0) ""
int(0)
bool(true)
XHProf\Profile::merge(): Argument #1 must be a profile of samples, as this one is: record both in the same mode
int(0)
