--TEST--
protoc decodes what goes to an OpenTelemetry collector by the published schema, all of its fields
--EXTENSIONS--
curl
zlib
--SKIPIF--
<?php
require __DIR__ . '/../../format/tools.inc';
need_program('protoc');
if (!is_dir((string) getenv('XHPROF_OTLP_PROTO'))) die('skip needs XHPROF_OTLP_PROTO, the folder of opentelemetry-proto');
once_is_enough();
?>
--FILE--
<?php
require __DIR__ . '/../batch.inc';
require __DIR__ . '/../stub.inc';
require __DIR__ . '/../../format/tools.inc';
use XHProf\Cli\Fleet\BatchPart;
use XHProf\Cli\Fleet\Destination\Destinations;

$stub = new Stub($folder = fleet_folder(__FILE__));
$profile = traced(1, 2);
show_outcome(outcome_of(Destinations::of("otlp+http://$stub->address", true)->send(batch(1, new BatchPart(series(['route' => "/\xFF"]), 'trace', $profile)))));
file_put_contents("$folder/body", gzdecode($stub->requests()[0]['body']));
$text = run_program('protoc --decode=opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceRequest -I ' . escapeshellarg(getenv('XHPROF_OTLP_PROTO'))
	. " opentelemetry/proto/collector/profiles/v1development/profiles_service.proto < $folder/body", $status);
$count = static fn(string $pattern): int => preg_match_all($pattern, $text);
$stacks = $profile->stacks();
echo "status $status\n";
echo 'unknown fields: ', $count('/^ *\d+[:{ ]/m'), "\n";
echo 'samples: ', $count('/^ +samples \{$/m') - count(array_filter(array_merge(...array_map(fn ($row) => [$row['samples'], $row['wall_ns'], $row['cpu_ns']], $stacks)))), " more\n";
echo 'stacks: ', $count('/^  stack_table \{$/m') - count(array_filter($stacks, fn ($row) => $row['samples'] || $row['wall_ns'] || $row['cpu_ns'])), " more, the empty one\n";
echo 'units: ', $count('/^  string_table: "(count|nanoseconds)"$/m'), "\n";
?>
--EXPECT--
accepted
status 0
unknown fields: 0
samples: 0 more
stacks: 1 more, the empty one
units: 2
