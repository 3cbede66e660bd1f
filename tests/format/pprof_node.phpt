--TEST--
npm's pprof-format, which profilers of Node.js use, decodes a file of pprof and finds its totals
--SKIPIF--
<?php
require __DIR__ . '/tools.inc';
require __DIR__ . '/program.inc';
need_node_module('pprof-format');
once_is_enough();
if (!has_pprof()) die('skip built without zlib');
?>
--FILE--
<?php
require __DIR__ . '/program.inc';
require __DIR__ . '/tools.inc';

$profile = run(XHPROF_FLAGS_TREE | ALL_METRICS | XHPROF_FLAGS_ALLOC);
$file = temporary('pprof_node.tmp');
$profile->export('pprof', $file);
$script = temporary('pprof_node.tmp.cjs', <<<'JS'
	const { Profile } = require(process.argv[2] + '/pprof-format');
	const profile = Profile.decode(require('zlib').gunzipSync(require('fs').readFileSync(process.argv[3])));
	const word = (place) => profile.stringTable.strings[Number(place)];
	profile.sampleType.forEach((type, i) => {
		const sum = profile.sample.reduce((all, sample) => all + Number(sample.value[i]), 0);
		console.log(word(type.type), word(type.unit), sum);
	});
	console.log(word(profile.periodType.type), Number(profile.period), word(profile.defaultSampleType));
	JS);
$lines = explode("\n", run_program("node $script " . node_modules() . " $file"));
foreach ($lines as $i => $line) {
	[$type, $unit, $sum] = explode(' ', "$line  ");
	$summary = $profile->summary();
	echo match ($type) {
		'calls' => "$type $unit " . ($sum - $summary['calls']),
		'wall' => $unit === 'nanoseconds' ? "$type $unit " . ($sum - $summary['wall_ns']) : $line,
		'cpu' => "$type $unit " . ($sum - $summary['cpu_ns']),
		'memory_grown' => "$type $unit " . ($sum - explode(' ', $lines[$i + 1])[2] - $summary['memory_bytes']),
		'memory_freed', 'peak_grown', 'alloc_objects', 'alloc_space', 'inuse_objects', 'inuse_space' => "$type $unit",
		default => $line,
	}, "\n";
}
?>
--EXPECT--
calls count 0
wall nanoseconds 0
cpu nanoseconds 0
memory_grown bytes 0
memory_freed bytes
peak_grown bytes
alloc_objects count
alloc_space bytes
inuse_objects count
inuse_space bytes
wall 1 wall
