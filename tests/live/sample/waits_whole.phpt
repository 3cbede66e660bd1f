--TEST--
Waits count whole: weights of a process that only waits add up to the time for which it was sampled
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
$programs = [
	'one wait' => 'function first() { fgets(STDIN); }  echo "begun\n"; first();',
	'many waits' => 'function first() { usleep(9000); } function second() { usleep(7000); }
		echo "begun\n"; stream_set_blocking(STDIN, false); while (!fgets(STDIN)) { first(); second(); }',
];
foreach ($programs as $name => $program) {
	file_put_contents("$folder/program.php", "<?php $program");
	$child = live_start("$folder/program.php", live_settings($folder));
	fgets($child->out);
	$file = live_file($folder, $child->pid);
	live_send($file, live_message(LIVE_ASK, ['interval_ns' => 10_000_000]));
	live_wait('on', fn () => live_header($file)['is_on']);
	$on = hrtime(true);
	live_wait('samples', fn () => live_header($file)['weight_ns'] > 2e9);
	$off = hrtime(true);
	live_send($file, live_message(LIVE_ASK, ['lease_ms' => 0]));
	live_wait('off', fn () => !live_header($file)['is_on']);
	$end = hrtime(true);
	$header = live_header($file);
	$samples = array_filter(live_records($file), fn ($record) => $record['kind'] === 1);
	$weights = array_column($samples, 'weight_ns');
	echo "$name: ", array_sum($weights) === $header['weight_ns'] ? 'whole' : 'torn';
	echo $header['weight_ns'] >= $off - $on ? ''
		: sprintf(', %d ms too little', ($off - $on - $header['weight_ns']) / 1e6);
	echo $header['weight_ns'] <= $end - $header['on_ns'] ? ''
		: sprintf(', %d ms too much', ($header['weight_ns'] - $end + $header['on_ns']) / 1e6);
	/* No sample stands for more than the request's age. */
	$ages = array_map(fn ($sample) => $sample['time_ns'] - $header['slot']['began_ns'] - $sample['weight_ns'],
		$samples);
	echo min($ages) >= 0 ? "\n" : ", older than its request\n";
	fwrite($child->in, "\n");
	live_end($child);
}
live_clean($folder);
?>
--EXPECT--
one wait: whole
many waits: whole
