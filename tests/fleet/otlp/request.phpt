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
use XHProf\Cli\Fleet\Destination\Destinations;
use XHProf\Cli\Fleet\{BatchPart, Series};
use XHProf\Cli\Problem;
use XHProf\Profile;

$stub = new Stub(fleet_folder(__FILE__));
try {
	Destinations::of("otlp+http://$stub->address");
} catch (Problem $problem) {
	echo $problem->getMessage(), "\n  $problem->advice\n";
}
putenv('XHPROF_SHIP_SECRET=s3cret');
$to = Destinations::of("otlp+http://$stub->address/otel/", true);

$rows = [['frames' => ['main()', 'f', "caf\xE9"], 'samples' => 3, 'wall_ns' => 30, 'cpu_ns' => 20], ['frames' => ['main()', 'f'], 'samples' => 1, 'wall_ns' => 10, 'cpu_ns' => 0]];
$one = Profile::fromStacks($rows);
$trace = traced(1);
$batch = batch(1, new BatchPart(series(['route' => '/a', 'k' => "\xFF"]), 'samples', $one), new BatchPart(series(['route' => '/b']), 'samples', $one),
	new BatchPart(series(['route' => '/a', 'k' => "\xFF"]), 'samples', $one), new BatchPart(new Series('other', '', '', '', '', []), 'trace', $trace),
	new BatchPart(series(), 'alloc', $trace), new BatchPart(series(['route' => '/a', 'kind' => 'job']), 'trace', $one));
show_outcome(outcome_of($to->send($batch)));
show_outcome(outcome_of($to->send($batch)));
[$sent, $again] = $stub->requests();
echo "$sent[method] $sent[target] ", implode(' ', array_intersect_key($sent['headers'], ['content-type' => 0, 'content-encoding' => 0, 'authorization' => 0])), "\n";
echo $sent['body'] === $again['body'] ? 'the same again' : 'ANOTHER the second time', "\n";

$request = otlp_request(gzdecode($sent['body']));
echo 'faults: ', implode(', ', otlp_table_faults($request)), "\n";
$tables = $request['dictionary'];
$strings = $tables['stringTable'];
$attribute = fn (int $place): string => $strings[$tables['attributeTable'][$place]['keyStrindex']] . '=' . $tables['attributeTable'][$place]['value']['stringValue'];
$names = fn (int $stack): string => implode(' ', array_map(fn (int $place): string => $strings[$tables['functionTable'][$tables['locationTable'][$place]['lines'][0]['functionIndex']]['nameStrindex']],
	$tables['stackTable'][$stack]['locationIndices']));
$type = fn (array $type): string => $strings[$type['typeStrindex']] . ':' . $strings[$type['unitStrindex']];
$ids = [];
foreach ($request['resourceProfiles'] as $resource) {
	echo implode(' ', array_map(fn ($pair) => "$pair[key]={$pair['value']['stringValue']}", $resource['resource']['attributes'])), "\n";
	foreach ($resource['scopeProfiles'][0]['profiles'] as $profile) {
		$ids[] = $profile['profileId'];
		echo '  ', $type($profile['sampleType']), ' by ', $type($profile['periodType']), ' ', gmdate('H:i', intdiv($profile['timeUnixNano'], 1_000_000_000)), ' ',
			$profile['durationNano'] / 1e9, ' s', strlen(end($ids)) === 32 ? '' : ' NO ID', "\n";
		if (count($profile['samples']) < 5) {
			foreach ($profile['samples'] as $sample) {
				echo '    ', implode(' ', $sample['values']), ' ', $names($sample['stackIndex']), ' ', implode(' ', array_map($attribute, $sample['attributeIndices'])), "\n";
			}
		} else {
			$sums[] = array_sum(array_map(fn ($sample) => $sample['values'][0], $profile['samples']));
		}
	}
}
$summary = $trace->summary();
var_dump(($sums ?? []) === [$summary['calls'], $summary['wall_ns'], $summary['cpu_ns']], count(array_unique($ids)) === count($ids));
$leaf = array_search('leaf', $strings, true);
foreach ($tables['functionTable'] as $function) {
	if (($function['nameStrindex'] ?? 0) === $leaf) echo basename($strings[$function['filenameStrindex']]), ' ', $function['startLine'] > 1 ? 'at its line' : 'NO line', "\n";
}

// What a collector says. Pyroscope answers with an empty message of protocol buffers.
$json = ['Content-Type' => 'application/json'];
foreach ([['status' => 200, 'headers' => ['Content-Type' => 'application/x-protobuf']], ['status' => 200, 'headers' => $json, 'body' => '{"partialSuccess":{}}'],
	['status' => 200, 'headers' => $json, 'body' => '{"partialSuccess":{"rejectedProfiles":"3","errorMessage":"too old"}}'],
	['status' => 200, 'headers' => $json, 'body' => '{"partialSuccess":[['], ['status' => 503, 'headers' => ['Retry-After' => '3']], ['status' => 404, 'body' => '404 page not found']] as $answer) {
	$stub->answer($answer);
	show_outcome(outcome_of($to->send($batch)));
}
show_outcome(outcome_of($to->send(batch(2, new BatchPart(series(), 'trace', Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 5]]))))));
?>
--EXPECT--
OTLP has profiles "in development": the next version of a collector may refuse what this one sends
  --experimental sends them nevertheless
accepted
accepted
POST /otel/v1development/profiles application/json gzip Bearer s3cret
the same again
faults: 
service.name=shop deployment.environment.name=production host.name=web1 process.runtime.name=php process.runtime.version=8.2.36 php.fpm.pool=www
  samples:count by wall:nanoseconds 10:31 60 s
    2 f main() kind=samples k=ÿ route=/a
    6 café f main() kind=samples k=ÿ route=/a
    1 f main() kind=samples route=/b
    3 café f main() kind=samples route=/b
  wall:nanoseconds by wall:nanoseconds 10:31 60 s
    20 f main() kind=samples k=ÿ route=/a
    60 café f main() kind=samples k=ÿ route=/a
    10 f main() kind=samples route=/b
    30 café f main() kind=samples route=/b
  cpu:nanoseconds by wall:nanoseconds 10:31 60 s
    40 café f main() kind=samples k=ÿ route=/a
    20 café f main() kind=samples route=/b
  calls:count by wall:nanoseconds 10:31 60 s
    1 f main() kind=trace tag_kind=job route=/a
    3 café f main() kind=trace tag_kind=job route=/a
  wall:nanoseconds by wall:nanoseconds 10:31 60 s
    10 f main() kind=trace tag_kind=job route=/a
    30 café f main() kind=trace tag_kind=job route=/a
  cpu:nanoseconds by wall:nanoseconds 10:31 60 s
    20 café f main() kind=trace tag_kind=job route=/a
service.name=other process.runtime.name=php
  calls:count by wall:nanoseconds 10:31 60 s
  wall:nanoseconds by wall:nanoseconds 10:31 60 s
  cpu:nanoseconds by wall:nanoseconds 10:31 60 s
bool(true)
bool(true)
batch.inc at its line
accepted
accepted
poison: 3 profiles rejected: too old
accepted
later: HTTP 503
poison: HTTP 404 404 page not found
poison: Stacks need call paths (XHPROF_FLAGS_TREE); this run has none
