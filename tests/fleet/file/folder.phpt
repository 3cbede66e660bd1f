--TEST--
file:DIR has a file for each part, which all commands read, and a batch sent twice is there once
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
require __DIR__ . '/../../cli/cli.inc';
require __DIR__ . '/../../format/pprof.inc';
use XHProf\Fleet\Agent\BatchPart;
use XHProf\Fleet\Destination\Destinations;

$folder = own_folder();
$profile = traced(1, 2);
$batch = batch(1, new BatchPart(series(['route' => "/cart\xFF", 'tenant' => 'a']), 'samples', $profile),
	new BatchPart(series(), 'samples', traced()), new BatchPart(series([], '../../e vil'), 'samples', traced()));
$to = Destinations::of("file:$folder/runs");
echo str_replace($folder, 'FOLDER', $to->name()), ' ', implode(str_replace($folder, 'FOLDER', $to->setUp())), "\n";
show_outcome(outcome_of($to->send($batch)));
$files = scandir("$folder/runs");
$texts = array_map(fn(string $name) => @file_get_contents("$folder/runs/$name"), $files);
echo implode("\n", array_slice($files, 2)), "\n";
echo decoct(fileperms("$folder/runs/$files[2]") & 0777), "\n";

// As after a restart: in another process it has the same names.
show_outcome(outcome_of(Destinations::of("file:$folder/runs")->send($batch)));
var_dump(scandir("$folder/runs") === $files
	&& array_map(fn(string $name) => @file_get_contents("$folder/runs/$name"), $files) === $texts);

foreach (glob("$folder/runs/*") as $file) {
	$run = XHProf\Profile::load($file);
	if ($run->pairs() === $profile->pairs()) {
		echo json_encode(array_intersect_key($run->meta(), ['url' => 0, 'xhprof' => 0]), JSON_UNESCAPED_SLASHES), "\n",
			gmdate('c', (int) $run->summary()['started']), "\n";
	}
}
$list = cli(['list', "$folder/runs", '--json'])['out'];
foreach (json_decode($list, true)['runs'] as $row) {
	$rows[] = "$row[uri] $row[host]";
}
sort($rows);
echo implode("\n", $rows), "\n";

// Another format beside it.
$to = Destinations::of("file:$folder/pprof?format=pprof&keep=0M");
echo str_replace($folder, 'FOLDER', $to->name()), "\n";
show_outcome(outcome_of($to->send($batch)));
echo count($files = glob("$folder/pprof/*.xhprof.pb.gz")), "\n";
foreach ($files as $file) {
	$pprof = pprof_message(gzdecode(file_get_contents($file)), 'profile');
	$labels = array_map(fn ($label) => $pprof['string'][$label['key'][0]] . '=' . $pprof['string'][$label['str'][0]],
		$pprof['sample'][0]['label']);
	echo implode(' ', $labels), ' ', gmdate('H:i', intdiv($pprof['time_nanos'][0], 1_000_000_000)), ' ',
		$pprof['duration_nanos'][0] / 1e9, " s\n";
	[$faults, $sums[]] = pprof_check(file_get_contents($file));
	echo implode(', ', $faults);
}
var_dump(in_array($profile->summary()['wall_ns'], array_column($sums, 'wall'), true));

// A saved run is one file: with its allocations, and the samples beside.
xhprof_sample_enable(['beside' => true]);
xhprof_enable(XHPROF_FLAGS_TREE | XHPROF_FLAGS_ALLOC);
branch(1);
$run = xhprof_stop();
$parts = [new BatchPart(series(), 'trace', $run), new BatchPart(series(), 'alloc', $run),
	new BatchPart(series(), 'samples', $run->sampled())];
show_outcome(outcome_of(Destinations::of("file:$folder/run")->send(batch(2, ...$parts))));
show_outcome(outcome_of(Destinations::of("file:$folder/run?format=pprof")->send(batch(2, ...$parts))));
echo count(glob("$folder/run/*.json.gz")), ' ', count(glob("$folder/run/*.pb.gz")), "\n";
var_dump(XHProf\Profile::load(glob("$folder/run/*.json.gz")[0])->sampled() !== null);
?>
--EXPECT--
file:FOLDER/runs made the folder FOLDER/runs
accepted
20260922-103100-_e_vil-76c7bee991f81a85.xhprof.json.gz
20260922-103100-shop-140fa438590cd35c.xhprof.json.gz
20260922-103100-shop-6b56146241b25635.xhprof.json.gz
640
accepted
bool(true)
{"url":"/cart\ufffd","xhprof":{"host":"web1","tags":{"route":"/cart\ufffd","tenant":"a"},"ship":{"batch":"7f-1","from":1790073060,"until":1790073120,"kind":"samples","service":"shop","env":"production","pool":"www","php":"8.2.36"}}}
2026-09-22T10:31:00+00:00
../../e vil web1
/cart� web1
shop web1
file:FOLDER/pprof?format=pprof
accepted
3
service=../../e vil env=production host=web1 pool=www php=8.2.36 10:31 60 s
service=shop env=production host=web1 pool=www php=8.2.36 10:31 60 s
service=shop env=production host=web1 pool=www php=8.2.36 route=/cart? tenant=a 10:31 60 s
bool(true)
accepted
accepted
1 2
bool(true)
