--TEST--
xhprof ship sends all that processes sampled, by tags; SIGTERM ends it, sends what is left, and leaves nothing switched on
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
$agent = $fleet->ship('--service', 'shop', '--metrics-file', "$fleet->folder/metrics.prom");
// what it finds first it leaves out
live_wait('it has looked for rings', fn () => is_file("$fleet->folder/metrics.prom"));
$first = $fleet->work('a');
$second = $fleet->work('b');
$fleet->sampled($first, 20);
$fleet->sampled($second, 20);
live_wait('a window is there', fn () => $fleet->shipped() >= 4);
$fleet->kill(1);
$fleet->sampled($first, 40);
$asked_ns = hrtime(true);
proc_terminate($agent->process, 15);
echo 'ends with ', live_end($agent), "\n";
$header = live_wait('off', fn () => ($header = live_header($first))['is_on'] === 0 ? $header : null);
echo "readers left: $header[readers]\n";
$fleet->kill(0);
/* Between the agent's last look and its end: it may have been stopped there. */
$late = count(array_filter(live_records($first),
	fn (array $record): bool => $record['kind'] === 1 && $record['time_ns'] > $asked_ns));
$found = $fleet->found();
echo implode(' ', array_keys($found)), "\n";
[$samples, $ns] = $fleet->written();
echo 'samples that are not there: ', $samples - $found[''][0] <= $late ? 'none, or some of the last moment'
	: "$samples written, {$found[''][0]} found", "\n";
echo 'time that is not there: ', $ns >= $found[''][1] ? 'none of it' : 'TOO MUCH', "\n";
preg_match_all('/^(xhprof_ship_(?:read|accepted)_(?:samples|seconds)_total)\S* (.*)$/m',
	file_get_contents("$fleet->folder/metrics.prom"), $numbers);
$numbers = array_combine($numbers[1], $numbers[2]);
var_dump((int) $numbers['xhprof_ship_read_samples_total'] === $found[''][0],
	$numbers['xhprof_ship_read_samples_total'] === $numbers['xhprof_ship_accepted_samples_total'],
	$numbers['xhprof_ship_read_seconds_total'] === sprintf('%d.%09d', intdiv($found[''][1], 1_000_000_000),
		$found[''][1] % 1_000_000_000));
echo $fleet->log();
$fleet->end();
?>
--EXPECT--
ends with 0
readers left: 0
 a0 a1 b0 b1
samples that are not there: none, or some of the last moment
time that is not there: none of it
bool(true)
bool(true)
bool(true)
xhprof: ships to file:FOLDER/out
xhprof: ends
