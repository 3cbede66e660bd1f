--TEST--
file:DIR waits while its folder cannot be written, refuses a run that the format cannot hold, and keeps no more than its limits
--EXTENSIONS--
zlib
--SKIPIF--
<?php
require __DIR__ . '/../../format/tools.inc';
require __DIR__ . '/../../format/program.inc';
if (!has_pprof()) die('skip built without zlib');
once_is_enough();
?>
--FILE--
<?php
require __DIR__ . '/../batch.inc';
use XHProf\Cli\Problem;
use XHProf\Fleet\Agent\{BatchPart, Outcome};
use XHProf\Fleet\Destination\Destinations;

$folder = own_folder();
foreach (['file:', 'file:x?format=odd', 'file:x?keep=-1', 'file:x?keep_mb=1'] as $url) {
	try {
		Destinations::of($url);
	} catch (Problem $problem) {
		echo $problem->getMessage(), "; $problem->advice\n";
	}
}

file_put_contents("$folder/file", '');
$show = function (Outcome $outcome) use ($folder): void {
	ob_start();
	show_outcome($outcome);
	echo str_replace($folder, 'FOLDER', ob_get_clean());
};
$batch = batch(1, new BatchPart(series(), 'samples', traced()));
$to = Destinations::of("file:$folder/file");
$show(outcome_of($to->send($batch)));
try {
	$to->setUp();
} catch (Problem $problem) {
	echo str_replace($folder, 'FOLDER', $problem->getMessage()), "\n";
}

$pairs = XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 5]]);
$show(outcome_of(
	Destinations::of("file:$folder/pprof?format=pprof")->send(batch(1, new BatchPart(series(), 'trace', $pairs)))));

// Two saved runs of a MiB each; other files stay.
mkdir("$folder/runs");
foreach (['20200101-000000-shop-0123456789abcdef.xhprof.json.gz',
	'20200102-000000-shop-0123456789abcdee.xhprof.json.gz', 'my.json'] as $i => $name) {
	file_put_contents("$folder/runs/$name", str_repeat(' ', 1 << 20));
	touch("$folder/runs/$name", 1_577_836_800 + $i);
}
$show(outcome_of(Destinations::of("file://$folder/runs?keep=1M")->send($batch)));
echo implode("\n", array_slice(scandir("$folder/runs"), 2)), "\n";
?>
--EXPECT--
"file:" is not a destination; it is file:DIR, or file:DIR?format=FORMAT&keep=LIMITS; the formats are json.gz, json, pprof
"file:x?format=odd" is not a destination; it is file:DIR, or file:DIR?format=FORMAT&keep=LIMITS; the formats are json.gz, json, pprof
"-1" is not a limit; limits are 1000M, 14d or a number of files, with commas between
"file:x?keep_mb=1" is not a destination; it is file:DIR, or file:DIR?format=FORMAT&keep=LIMITS; the formats are json.gz, json, pprof
later: FOLDER/file: could not be made: File exists
FOLDER/file: could not be made: File exists
poison: The format pprof needs call paths (XHPROF_FLAGS_TREE); this run has none
accepted
20260922-103100-shop-e4df36aeb829b53d.xhprof.json.gz
my.json
