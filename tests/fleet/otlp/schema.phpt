--TEST--
Each member of what goes to an OpenTelemetry collector is a field of the published schema, of its type
--EXTENSIONS--
curl
zlib
--SKIPIF--
<?php
require __DIR__ . '/../../format/tools.inc';
if (!is_dir((string) getenv('XHPROF_OTLP_PROTO'))) die('skip needs XHPROF_OTLP_PROTO, the folder of opentelemetry-proto');
once_is_enough();
?>
--FILE--
<?php
require __DIR__ . '/../batch.inc';
require __DIR__ . '/../stub.inc';
use XHProf\Cli\Fleet\BatchPart;
use XHProf\Cli\Fleet\Destination\Destinations;

/* The fields of all messages, by their names in JSON: repeated or not, and the type. */
function schema(string $folder): array
{
	foreach (['collector/profiles/v1development/profiles_service', 'profiles/v1development/profiles', 'common/v1/common', 'resource/v1/resource'] as $file) {
		foreach (file("$folder/opentelemetry/proto/$file.proto") as $line) {
			if (preg_match('/^message (\w+) \{/', $line, $found) === 1) {
				$message = $found[1];
				$schema[$message] = [];
			} elseif (preg_match('/^\s+(repeated )?([\w.]+) (\w+)\s*= \d+;/', $line, $found) === 1) {
				$key = lcfirst(str_replace('_', '', ucwords($found[3], '_')));
				$schema[$message][$key] = [$found[1] !== '', preg_replace('/^.*\./', '', $found[2])];
			}
		}
	}

	return $schema;
}

function check(array $schema, mixed $value, string $type, string $where): void
{
	global $checked;
	$checked++;
	if (isset($schema[$type])) {
		foreach (is_object($value) ? (array) $value : exit("$where: no object\n") as $key => $part) {
			[$isList, $kind] = $schema[$type][$key] ?? exit("$where has no $key\n");
			foreach ($isList ? (is_array($part) ? $part : exit("$where.$key: no list\n")) : [$part] as $one) {
				check($schema, $one, $kind, "$where.$key");
			}
		}
		return;
	}
	$isGood = match ($type) {
		'int32' => is_int($value),
		'int64', 'uint64', 'fixed64' => is_string($value) && preg_match('/^\d+$/D', $value) === 1,
		'string' => is_string($value),
		'bytes' => is_string($value) && preg_match('/^[0-9a-f]+$/D', $value) === 1,
		default => false,
	};
	$isGood ?: exit("$where: no $type\n");
}

$stub = new Stub(fleet_folder(__FILE__));
show_outcome(outcome_of(Destinations::of("otlp+http://$stub->address", true)->send(batch(1, new BatchPart(series(['route' => "/\xFF"]), 'trace', traced(1, 2))))));
check(schema((string) getenv('XHPROF_OTLP_PROTO')), json_decode(gzdecode($stub->requests()[0]['body'])), 'ExportProfilesServiceRequest', 'request');
echo $checked > 100 ? "all known\n" : "FEW: $checked\n";
?>
--EXPECT--
accepted
all known
