--TEST--
An agent whose own PHP has rings in the folder that it ships reads those of the others only
--SKIPIF--
<?php
require __DIR__ . '/../../live/skipif.inc';
require __DIR__ . '/../../helper.inc';
if (!function_exists('pcntl_signal') && shipped_module('pcntl') === null) die('skip needs the extension pcntl');
if (!function_exists('gzencode')) die('skip needs the extension zlib');
?>
--FILE--
<?php
require __DIR__ . '/ship.inc';

$fleet = new Fleet(__FILE__);
$worker = $fleet->work('a');
$agent = live_start(TOOL, [...live_settings("$fleet->folder/rings"), 'memory_limit=-1'],
	['ship', '--to', "file:$fleet->folder/out", '--live-dir', "$fleet->folder/rings", '--window', '1s', '--interval',
		'1ms', '--metrics-file', "$fleet->folder/metrics.prom"], "$fleet->folder/log");
$own = live_wait('a ring of the agent', fn () => live_file("$fleet->folder/rings", $agent->pid));
$fleet->sampled($worker, 20);
live_wait('a window is there', fn () => $fleet->shipped() >= 4);
live_wait('metrics', fn () => preg_match('/^xhprof_ship_rings (\d+)$/m',
	(string) @file_get_contents("$fleet->folder/metrics.prom"), $rings) === 1 && (int) $rings[1] > 0);
preg_match_all('/^xhprof_ship_(rings|refused_rings)\S* (.*)$/m',
	file_get_contents("$fleet->folder/metrics.prom"), $numbers);
echo json_encode(array_combine($numbers[1], $numbers[2])), "\n";
$header = live_header($own);
echo "the agent's own ring: $header[readers] readers, $header[samples] samples\n";
proc_terminate($agent->process, 15);
echo 'ends with ', live_end($agent), "\n";
$fleet->kill(0);
echo $fleet->log();
$fleet->end();
?>
--EXPECT--
{"rings":"1","refused_rings":"0"}
the agent's own ring: 0 readers, 0 samples
ends with 0
xhprof: ships to file:FOLDER/out
xhprof: ends
