--TEST--
What goes to Pyroscope keeps the rules of its intake: of labels, types, depth, samples and bytes, and all weight arrives
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
--INI--
memory_limit=512M
--FILE--
<?php
require __DIR__ . '/../batch.inc';
require __DIR__ . '/../stub.inc';
require __DIR__ . '/intake.inc';
use XHProf\Fleet\Agent\{BatchPart, Series};
use XHProf\Fleet\Destination\Destinations;
use XHProf\Profile;

$stub = new Stub(fleet_folder(__FILE__));
$to = Destinations::of("pyroscope+http://$stub->address/?tenant=shop");
$done = 0;

/* What arrived of a batch of these. */
function sent(BatchPart ...$parts): array
{
	global $stub, $to, $done;
	show_outcome(outcome_of($to->send(batch(1, ...$parts))));
	$requests = array_slice($stub->requests(), $done);
	$done += count($requests);
	return array_map(intake(...), $requests);
}

function show_intake(array $got, int|string ...$also): void
{
	echo '  ', $got['faults'] === [] ? '' : 'FAULTS: ' . implode(', ', $got['faults']) . ' ', $got['type'], ' ',
		implode(' ', array_keys($got['sums'])), ' ', implode(' ', $also), "\n";
}

echo "labels\n";
$odd = ['tenant-id' => 'a', 'tenant_id' => 'b', '__x' => 'c', '9' => 'd', 'service' => "caf\xE9",
	'route' => '/user/{id},{x}', 'blank' => ' ', 'ж' => 'é = ö'];
foreach (sent(new BatchPart(series($odd, 'my shop!'), 'samples', traced(1)),
	new BatchPart(new Series('', '', 'h', '', '', []), 'trace', traced(2))) as $got) {
	show_intake($got, json_encode($got['labels'], JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES));
}
echo $stub->requests()[0]['headers']['x-scope-orgid'], "\n";

echo "times\n";
$profile = traced(1);
[$first, $second] = sent(new BatchPart(series(), 'samples', $profile), new BatchPart(series(), 'samples', $profile));
[$again] = sent(new BatchPart(series(), 'samples', $profile));
echo intdiv($first['time'], 1_000_000_000), ' ', $first['duration'], ' ',
	$first['time'] === $again['time'] ? 'the same again' : 'ANOTHER', ', ',
	$first['time'] === $second['time'] ? 'NOT' : 'but', " another for each part\n";

echo "deep\n";
$deep = Profile::fromStacks([['frames' => ['main()', ...array_map(fn (int $i): string => "f$i", range(1, 3000))],
	'samples' => 2, 'wall_ns' => 7, 'cpu_ns' => 0]]);
[$got] = sent(new BatchPart(series(), 'samples', $deep));
$frames = explode(' ', $got['paths'][0]);
show_intake($got, $got['sums']['wall'] - $deep->summary()['wall_ns'], count($frames), $frames[0], $frames[1],
	$frames[500], $frames[999]);

echo "events\n";
xhprof_enable(XHPROF_FLAGS_TREE, ['events' => ['gc-runs']]);
gc_collect_cycles();
[$got] = sent(new BatchPart(series(), 'trace', xhprof_stop()));
show_intake($got, $got['sums']['gc_runs']);

echo "tags and allocations\n";
xhprof_tag('my-tag', 'x');
xhprof_enable(XHPROF_FLAGS_TREE | XHPROF_FLAGS_ALLOC);
$kept = array_map(fn (int $i): string => str_repeat('x', 1000 + $i), range(1, 50));
$alloc = xhprof_stop();
foreach (sent(new BatchPart(series(), 'trace', $alloc), new BatchPart(series(), 'alloc', $alloc)) as $got) {
	$sums = $got['sums'];
	$want = ['alloc_space' => array_sum(array_column($alloc->functions(), 'own_alloc_bytes')),
		'calls' => $alloc->summary()['calls']];
	show_intake($got, json_encode(array_diff_assoc(array_intersect_key($sums, $want), $want)));
}

echo "17,000 paths, and 5 MB of names\n";
$stacks = [];
for ($i = 0; $i < 17_000; $i++) {
	$stacks[] = ['frames' => ['main()', 'f' . $i % 200, 'g' . intdiv($i, 200) % 50, str_repeat('n', 400) . $i % 12_000],
		'samples' => 1, 'wall_ns' => $i, 'cpu_ns' => 1];
}
$large = Profile::fromStacks($stacks);
$pieces = sent(new BatchPart(series(), 'samples', $large));
foreach ($pieces as $i => $got) {
	show_intake($got, $got['samples'] <= 16000 ? 'few samples' : 'MANY', $got['time'] - $pieces[0]['time']);
}
echo array_sum(array_column(array_column($pieces, 'sums'), 'samples')), ' ',
	array_sum(array_column(array_column($pieces, 'sums'), 'wall')) - $large->summary()['wall_ns'],
	' ', count(array_merge(...array_column($pieces, 'paths')))
		- count(array_unique(array_merge(...array_column($pieces, 'paths')))), "\n";
?>
--EXPECT--
labels
accepted
  wall:wall by wall:nanoseconds calls wall cpu {"service_name":"my shop!","env":"production","host":"web1","pool":"www","php":"8.2.36","tag_9":"d","tag___x":"c","route":"/user/(id);(x)","tag_service":"caf?","tenant_id":"a","tenant_id_2":"b","_":"é = ö"}
  wall:wall by wall:nanoseconds calls wall cpu {"service_name":"php","kind":"trace","host":"h"}
shop
times
accepted
accepted
1790073060 60000000000 the same again, but another for each part
deep
accepted
  wall:wall by wall:nanoseconds samples wall cpu 0 1000 f3000 f2999 (truncated) main()
events
accepted
  wall:wall by wall:nanoseconds calls wall gc_runs 1
tags and allocations
accepted
  wall:wall by wall:nanoseconds calls wall []
  memory:inuse_space by space:bytes alloc_objects alloc_space inuse_objects inuse_space []
17,000 paths, and 5 MB of names
accepted
  wall:wall by wall:nanoseconds samples wall cpu few samples 0
  wall:wall by wall:nanoseconds samples wall cpu few samples 1
17000 0 0
