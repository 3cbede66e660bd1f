--TEST--
xhprof ship writes its metrics on where its spool takes no file, and says once what it could not write
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
/* No file can take the place of a folder that is not empty; that holds for root as well. */
mkdir("$fleet->folder/spool/state.json/full", 0700, true);
$agent = $fleet->ship('--spool', "$fleet->folder/spool", '--metrics-file', "$fleet->folder/metrics.prom");
$written = fn () => preg_match('/^xhprof_ship_read_samples_total (\d+)$/m',
	(string) @file_get_contents("$fleet->folder/metrics.prom"), $read) === 1 ? (int) $read[1] : 0;
echo 'metrics: ', live_wait('metrics with samples', $written) > 0 ? 'written' : 'none', "\n";
proc_terminate($agent->process, 15);
echo 'ends with ', live_end($agent), "\n";
$fleet->kill(0);
echo preg_replace('/json: .*/', 'json: REASON', $fleet->log());
$fleet->end();
?>
--EXPECT--
metrics: written
ends with 0
xhprof: ships to file:FOLDER/out
xhprof: could not write FOLDER/spool/state.json: REASON
xhprof: ends
