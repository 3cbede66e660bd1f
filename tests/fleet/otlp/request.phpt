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

$request = otlp_message(gzdecode($sent['body']), 'request');
echo 'faults: ', implode(', ', otlp_table_faults($request)), "\n";
$tables = $request['dictionary'][0];
$attribute = fn (int $place): string => $tables['strings'][$tables['attributes'][$place]['key'][0]] . '=' . $tables['attributes'][$place]['value'][0]['string_value'][0];
$names = fn (int $stack): string => implode(' ', array_map(fn (int $place): string => $tables['strings'][$tables['functions'][$tables['locations'][$place]['lines'][0]['function'][0]]['name'][0]],
	$tables['stacks'][$stack]['locations'][0]));
$ids = [];
foreach ($request['resource_profiles'] as $resource) {
	echo implode(' ', array_map(fn ($pair) => $pair['key'][0] . '=' . $pair['value'][0]['string_value'][0], $resource['resource'][0]['attributes'])), "\n";
	foreach ($resource['scope_profiles'][0]['profiles'] as $profile) {
		$ids[] = $profile['id'][0];
		echo '  ', implode(' by ', array_map(fn ($type) => $tables['strings'][$type['type'][0]] . ':' . $tables['strings'][$type['unit'][0]], [...$profile['sample_type'],
			...$profile['period_type']])), ' ', gmdate('H:i', intdiv($profile['time'][0], 1_000_000_000)), ' ', $profile['duration'][0] / 1e9, ' s',
			strlen(end($ids)) === 16 ? '' : ' NO ID', "\n";
		if (count($profile['samples']) < 5) {
			foreach ($profile['samples'] as $sample) {
				echo '    ', implode(' ', $sample['values'][0]), ' ', $names($sample['stack'][0]), ' ', implode(' ', array_map($attribute, $sample['attributes'][0] ?? [])), "\n";
			}
		} else {
			$sums[] = array_sum(array_map(fn ($sample) => $sample['values'][0][0], $profile['samples']));
		}
	}
}
$summary = $trace->summary();
var_dump(($sums ?? []) === [$summary['calls'], $summary['wall_ns'], $summary['cpu_ns']], count(array_unique($ids)) === count($ids));
$leaf = array_search('leaf', $tables['strings'], true);
foreach ($tables['functions'] as $function) {
	if (($function['name'][0] ?? 0) === $leaf) echo basename($tables['strings'][$function['file'][0]]), ' ', $function['line'][0] > 1 ? 'at its line' : 'NO line', "\n";
}

// What a collector says.
$partial = "\x0A" . chr(2 + 2 + 7) . "\x08\x03\x12\x07too old";
foreach ([['status' => 200, 'headers' => ['Content-Type' => 'application/x-protobuf']], ['status' => 200, 'headers' => ['Content-Type' => 'application/x-protobuf'], 'body' => $partial],
	['status' => 200, 'headers' => ['Content-Type' => 'application/x-protobuf'], 'body' => "\x0A\x7F"], ['status' => 503, 'headers' => ['Retry-After' => '3']],
	['status' => 404, 'body' => '404 page not found']] as $answer) {
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
POST /otel/v1development/profiles application/x-protobuf gzip Bearer s3cret
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
poison: 3 profiles rejected: too old
accepted
later: HTTP 503
poison: HTTP 404 404 page not found
poison: Stacks need call paths (XHPROF_FLAGS_TREE); this run has none
