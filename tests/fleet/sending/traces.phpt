--TEST--
Samples of a trace keep its ids: in the spool, as a link of OTLP and as Pyroscope's label of samples; a folder has a file for each series
--EXTENSIONS--
curl
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
require __DIR__ . '/../stub.inc';
require __DIR__ . '/../../live/ring.inc';
use XHProf\Cli\Foreign\OtlpProfiles;
use XHProf\Fleet\Agent\{Batch, BatchFile, BatchPart, Collector, Labels, Sums};
use XHProf\Fleet\Destination\Destinations;
use XHProf\Profile;

[$trace, $span] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
function show_parts(Batch $batch): void
{
	foreach ($batch->parts as $part) {
		echo '  ', $part->series->tags['route'] ?? '-', " $part->kind ", $part->trace ?: 'none', ' ',
			$part->span ?: 'none', ' ', $part->profile->summary()['samples'], "\n";
	}
}

$folder = fleet_folder(__FILE__);
$fake = new FakeRing($folder);
[$main, $work] = [$fake->main('/app/index.php'), $fake->function('work', '/app/work.php', 3)];
foreach ([[$trace, $span], ['', ''], [$trace, ''], [$trace, $span],
	['aaaa' . substr($trace, 4), $span]] as $i => [$id, $of]) {
	$fake->request($i + 1, 'GET', '/a', ['route' => $i < 3 ? 'cart' : 'shop'], trace: $id, span: $of);
	$fake->sample([[$work, 4], [$main, 1]], 1000, 0, $i + 1);
}
// 201 traces more: the lightest are told apart no longer.
for (; $i < 206; $i++) {
	$fake->request($i + 1, 'GET', '/a', [], trace: sprintf('%032x', $i), span: $span);
	$fake->sample([[$work, 4], [$main, 1]], $i < 8 ? 10 : 2000, 0, $i + 1);
}
$tally = new XHProf\Tally();
$tally->read(XHProf\Ring::open($fake->write(), true), "www\0008.2");
$sums = new Sums();
$rows = $tally->take();
foreach ($rows as $row) {
	$sums->add((new Labels('shop', '', 'web1'))->series('www', '8.2', Labels::tags($row['tags'])), $row['profile'],
		(string) $row['trace'], (string) $row['span']);
}
echo count($rows), ' rows, ',
	array_sum(array_map(fn (array $row): int => $row['profile']->summary()['samples'], $rows)), " samples\n";
$parts = $sums->parts(new Labels('shop', '', 'web1'));
echo count(array_filter($parts, fn (BatchPart $part): bool => $part->trace !== '')), " parts with a trace\n";
$fake->remove();

echo "in the spool\n";
$profile = Profile::fromStacks([['frames' => ['main()', 'f'], 'samples' => 3, 'wall_ns' => 30, 'cpu_ns' => 20]]);
$batch = batch(1, new BatchPart(series(['route' => '/a']), 'samples', $profile),
	new BatchPart(series(['route' => '/a']), 'samples', $profile, null, $trace, $span),
	new BatchPart(series(['route' => '/a']), 'samples', $profile, null, $trace),
	new BatchPart(series(), 'samples', $profile, null, $trace, $span));
show_parts(BatchFile::decode(BatchFile::encode($batch)));
echo "by series\n";
show_parts($batch->withoutTraces());

$stub = new Stub($folder);
echo "to OpenTelemetry\n";
show_outcome(outcome_of(Destinations::of("otlp+http://$stub->address")->send($batch)));
$body = gzdecode($stub->requests()[0]['body']);
echo '  ', substr_count($body, hex2bin($trace)), ' links, ',
	substr_count($body, hex2bin($trace) . "\x12\x08" . hex2bin($span)), " of the span\n";
echo "to Pyroscope\n";
show_outcome(outcome_of(Destinations::of("pyroscope+http://$stub->address")->send($batch)));
foreach (array_slice($stub->requests(), 1) as $request) {
	$body = gzdecode($request['body']);
	echo '  ', str_contains($body, 'span_id') ? 'span_id ' : 'no label ', str_contains($body, $span) ? $span : '-',
		str_contains($request['target'], $trace) ? ' SERIES' : '', "\n";
}
echo "to a folder\n";
show_outcome(outcome_of(Destinations::of("file:$folder/runs?format=json")->send($batch)));
foreach (glob("$folder/runs/*.json") as $file) {
	echo '  ', Profile::load($file)->summary()['samples'], "\n";
}
?>
--EXPECT--
204 rows, 207 samples
201 parts with a trace
in the spool
  /a samples none none 3
  /a samples 4bf92f3577b34da6a3ce929d0e0e4736 00f067aa0ba902b7 3
  /a samples 4bf92f3577b34da6a3ce929d0e0e4736 none 3
  - samples 4bf92f3577b34da6a3ce929d0e0e4736 00f067aa0ba902b7 3
by series
  /a samples none none 9
  - samples 4bf92f3577b34da6a3ce929d0e0e4736 00f067aa0ba902b7 3
to OpenTelemetry
accepted
  2 links, 1 of the span
to Pyroscope
accepted
  no label -
  span_id 00f067aa0ba902b7
  no label -
  span_id 00f067aa0ba902b7
to a folder
accepted
  3
  9
