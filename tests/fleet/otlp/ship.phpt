--TEST--
xhprof ship sends the lines of running processes to an OpenTelemetry collector
--EXTENSIONS--
curl
zlib
--SKIPIF--
<?php
require __DIR__ . '/../../live/skipif.inc';
require __DIR__ . '/../../helper.inc';
if (!function_exists('pcntl_signal') && shipped_module('pcntl') === null) die('skip needs the extension pcntl');
?>
--FILE--
<?php
require __DIR__ . '/../stub.inc';
require __DIR__ . '/../agent/ship.inc';
require __DIR__ . '/otlp.inc';

$fleet = new Fleet(__FILE__);
$stub = new Stub(fleet_folder(__FILE__, '-stub'));
$ring = $fleet->work('a');
$agent = $fleet->ship('--service', 'shop', '--to', "otlp+http://$stub->address/");
$fleet->sampled($ring, 20);
live_wait('a window is there', fn () => $stub->requests() !== []);
proc_terminate($agent->process, 15);
echo 'ends with ', live_end($agent), "\n";
$fleet->kill(0);
$lines = [];
foreach ($stub->requests() as $sent) {
	$request = otlp_request(gzdecode($sent['body']));
	$tables = $request['dictionary'];
	foreach ($tables['locationTable'] as $location) {
		$line = $location['lines'][0] ?? ['functionIndex' => 0];
		$function = $tables['functionTable'][$line['functionIndex']];
		if ($tables['stringTable'][$function['nameStrindex'] ?? 0] === 'work') {
			$lines[basename($tables['stringTable'][$function['filenameStrindex']])
				. " from $function[startLine]"][$line['line'] ?? 0] = true;
		}
	}
}
foreach ($lines as $place => $numbers) {
	// 0: not known, as it is only being called
	echo "work() in $place: ", implode(' ', array_filter(array_keys($numbers))), "\n";
}
echo str_replace($stub->address, 'STUB', $fleet->log());
$fleet->end();
?>
--EXPECT--
ends with 0
work() in work.php from 2: 2
xhprof: ships to file:FOLDER/out, otlp+http://STUB/
xhprof: ends
