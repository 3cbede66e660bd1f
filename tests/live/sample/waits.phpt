--TEST--
Time asleep goes to the function that sleeps, and is not looked at again and again
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
require __DIR__ . '/../../sampler/skipif.inc';
need_wall_by_signal();
?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
function sleeps() { echo "sleeps\n"; fgets(STDIN); }
sleeps();
');
$child = live_start("$folder/program.php", live_settings($folder, 'xhprof.live_interval=2000'));
fgets($child->out);
$file = live_file($folder, $child->pid);
/* Before it sleeps, it may wait for a CPU. */
$header = $times = null;
$repeated = 0;
live_wait('two seconds of samples, nearly all asleep', function () use ($file, &$header, &$times, &$repeated): bool {
	$header = live_header($file);
	$times = ['sleeps' => 0, 'other' => 0];
	$repeated = 0;
	foreach (live_records($file) as $record) {
		if ($record['kind'] === 1) {
			$is = implode(' ', $record['frames']) === 'fgets:0 sleeps:2 program.php:3'
				&& ($record['flags'] & LIVE_OFF_CPU);
			$times[$is ? 'sleeps' : 'other'] += $record['weight_ns'];
			$repeated += ($record['flags'] & LIVE_REPEATED) !== 0;
		}
	}

	return array_sum($times) > 2e9 && $times['sleeps'] > 0.9 * array_sum($times)
		&& array_sum($times) === $header['weight_ns'] && $repeated > 3;
});
var_dump($times['sleeps'] > 0.9 * array_sum($times), array_sum($times) === $header['weight_ns'], $repeated > 3);
/* Of a thousand intervals or more, so few were looked at. */
var_dump($header['samples'] < 0.3 * $header['weight_ns'] / 2e6, $header['until_ns'] === -1, $header['readers']);
live_end($child);
live_clean($folder);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
int(0)
