--TEST--
What goes to an OpenTelemetry collector keeps the rules of OTLP's tables, and has all weight by service, host and tags
--EXTENSIONS--
curl
zlib
--SKIPIF--
<?php
require __DIR__ . '/../../format/tools.inc';
once_is_enough();
?>
--FILE--
<?php
require __DIR__ . '/../stub.inc';
require __DIR__ . '/../batch.inc';
require __DIR__ . '/otlp.inc';
require __DIR__ . '/../../cli/protobuf.inc';
use XHProf\Fleet\Agent\{BatchPart, Series};
use XHProf\Fleet\Destination\Destinations;
use XHProf\Profile;

$stub = new Stub(fleet_folder(__FILE__));
putenv('XHPROF_SHIP_SECRET=s3cret');
$to = Destinations::of("otlp+http://$stub->address/otel/");

$rows = [['frames' => ['main()', 'f', "caf\xE9"], 'samples' => 3, 'wall_ns' => 30, 'cpu_ns' => 20],
	['frames' => ['main()', 'f'], 'samples' => 1, 'wall_ns' => 10, 'cpu_ns' => 0]];
$one = Profile::fromStacks($rows);
$trace = traced(1);
$batch = batch(1, new BatchPart(series(['route' => '/a', 'k' => "\xFF"]), 'samples', $one),
	new BatchPart(series(['route' => '/b']), 'samples', $one), new BatchPart(series(['route' => '/a', 'k' => "\xFF"]),
		'samples', $one), new BatchPart(new Series('other', '', '', '', '', []), 'trace', $trace),
	new BatchPart(series(['route' => '/a', 'kind' => 'job']), 'samples', $one));
show_outcome(outcome_of($to->send($batch)));
show_outcome(outcome_of($to->send($batch)));
show_outcome(outcome_of(Destinations::of("otlp+http://$stub->address/")->send($batch)));
[$sent, $again, $pyroscope] = $stub->requests();
foreach ([$sent, $pyroscope] as $one) {
	echo "$one[method] $one[target] ", implode(' ', array_intersect_key($one['headers'],
		['content-type' => 0, 'content-encoding' => 0, 'authorization' => 0])), "\n";
}
echo $sent['body'] === $again['body'] ? 'the same again' : 'ANOTHER the second time', "\n";

$request = otlp_request(gzdecode($sent['body']));
echo 'faults: ', implode(', ', otlp_table_faults($request)), "\n";
$ids = [];
foreach ($request['resourceProfiles'] as $resource) {
	echo otlp_words($request, $resource['resource']['attributes']), "\n";
	foreach ($resource['scopeProfiles'][0]['profiles'] as $profile) {
		$ids[] = $profile['profileId'];
		echo '  ', otlp_type($request, $profile['sampleType']),
			" by $profile[period] ", otlp_type($request, $profile['periodType']), ' ',
			gmdate('H:i', intdiv($profile['timeUnixNano'], 1_000_000_000)), ' ', $profile['durationNano'] / 1e9, ' s',
			strlen(end($ids)) === 32 ? '' : ' NO ID', "\n";
		if ($resource !== $request['resourceProfiles'][1]) {
			foreach ($profile['samples'] as $sample) {
				echo '    ', implode(' ', $sample['values']), ' ', otlp_frames($request, $sample['stackIndex']), ' ',
					otlp_words($request, $sample['attributeIndices']), "\n";
			}
		} else {
			$sums[] = array_sum(array_map(fn ($sample) => $sample['values'][0], $profile['samples']));
		}
	}
}
$summary = $trace->summary();
var_dump(($sums ?? []) === [$summary['calls'], $summary['wall_ns'], $summary['cpu_ns']],
	count(array_unique($ids)) === count($ids));

// What a collector says. Pyroscope answers with an empty message.
$proto = ['Content-Type' => 'application/x-protobuf'];
foreach ([['status' => 200, 'headers' => $proto], ['status' => 200],
	['status' => 200, 'headers' => $proto, 'body' => message([1 => message([2 => 'just a word'])])],
	['status' => 200, 'headers' => $proto, 'body' => message([1 => message([1 => 3, 2 => "too old\nsecond line"])])],
	['status' => 200, 'headers' => $proto, 'body' => "\x0A\x7F"],
	['status' => 400, 'headers' => $proto, 'body' => message([1 => 3, 2 => "no dictionary\e[31m"])],
	['status' => 503, 'headers' => $proto + ['Retry-After' => '3'], 'body' => message([1 => 14])],
	['status' => 404, 'body' => '404 page not found'],
	['status' => 415, 'body' => 'Unsupported Content-Type: application/x-protobuf']] as $answer) {
	$stub->answer($answer);
	show_outcome(outcome_of($to->send($batch)));
}
show_outcome(outcome_of(
	$to->send(batch(2, new BatchPart(series(), 'trace', Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 5]]))))));
?>
--EXPECT--
accepted
accepted
accepted
POST /otel/v1development/profiles application/x-protobuf gzip Bearer s3cret
POST /v1development/profiles application/x-protobuf gzip Bearer s3cret
the same again
faults: 
service.name=shop deployment.environment.name=production host.name=web1 process.runtime.name=php process.runtime.version=8.2.36 php.fpm.pool=www
  samples:count by 1 wall:nanoseconds 10:31 60 s
    2 f main() kind=samples tag.k=ÿ tag.route=/a
    6 café f main() kind=samples tag.k=ÿ tag.route=/a
    1 f main() kind=samples tag.route=/b
    3 café f main() kind=samples tag.route=/b
    1 f main() kind=samples tag.kind=job tag.route=/a
    3 café f main() kind=samples tag.kind=job tag.route=/a
  wall:nanoseconds by 1 wall:nanoseconds 10:31 60 s
    20 f main() kind=samples tag.k=ÿ tag.route=/a
    60 café f main() kind=samples tag.k=ÿ tag.route=/a
    10 f main() kind=samples tag.route=/b
    30 café f main() kind=samples tag.route=/b
    10 f main() kind=samples tag.kind=job tag.route=/a
    30 café f main() kind=samples tag.kind=job tag.route=/a
  cpu:nanoseconds by 1 wall:nanoseconds 10:31 60 s
    40 café f main() kind=samples tag.k=ÿ tag.route=/a
    20 café f main() kind=samples tag.route=/b
    20 café f main() kind=samples tag.kind=job tag.route=/a
service.name=other process.runtime.name=php
  calls:count by 1 wall:nanoseconds 10:31 60 s
  wall:nanoseconds by 1 wall:nanoseconds 10:31 60 s
  cpu:nanoseconds by 1 wall:nanoseconds 10:31 60 s
bool(true)
bool(true)
accepted
accepted
accepted
poison: 3 profiles rejected: too old
accepted
poison: HTTP 400 no dictionary
later: HTTP 503
poison: HTTP 404 404 page not found
poison: HTTP 415 Unsupported Content-Type: application/x-protobuf
poison: Nodes need call paths (XHPROF_FLAGS_TREE); this run has none
