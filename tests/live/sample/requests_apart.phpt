--TEST--
Time of requests that no sample saw is never that of the request behind them, and in the end is that of their kind
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

/*
 * So long that neither a tick nor a look comes in the short requests, mostly; on a slow machine it is longer, ten
 * seconds at most.
 */
const INTERVAL_NS = 2_000_000_000;

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
function work(): int { $x = 1; for ($i = 0; $i < 100000; $i++) { $x = ($x * 31 + $i) & 0xffff; } return $x; }
echo "begun\n";
fgets(STDIN);
for ($i = 0; $i < 20; $i++) {
	xhprof_request_begin(["url" => "/short"]);
	work();
	usleep(1000);
	xhprof_request_end();
}
xhprof_request_begin(["url" => "/long"]);
echo "long\n";
fgets(STDIN);
');
foreach (tries() as $factor) {
	$child = live_start("$folder/program.php", live_settings($folder, 'xhprof.live_budget=100'));
	fgets($child->out);
	$file = live_file($folder, $child->pid);
	live_send($file, live_message(LIVE_ASK, ['interval_ns' => min(5, $factor) * INTERVAL_NS]));
	live_wait('on', fn () => live_header($file)['is_on']);
	fwrite($child->in, "\n");
	fgets($child->out);
	live_send($file, live_message(LIVE_ASK, ['lease_ms' => 0]));
	live_wait('off', fn () => !live_header($file)['is_on']);
	$off = hrtime(true);
	$began = live_header($file)['slot']['began_ns'];
	$long = live_header($file)['slot']['request'];
	$records = live_records($file);
	fwrite($child->in, "\n");
	live_end($child);
	if (!array_filter($records, live_has_stack(...))) {
		break;
	}
}

$short = array_filter($records, fn ($record) => $record['kind'] === 3 && $record['texts'][1] === '/short');
$cpu_ns = array_sum(array_column($short, 'cpu_ns'));
$samples = array_filter($records, fn ($record) => $record['kind'] === 1);
$weights = function (int $request, bool $is_cpu) use ($samples): int {
	return array_sum(array_map(fn ($sample) => $sample['request'] === $request
		&& (!$is_cpu || !($sample['flags'] & LIVE_OFF_CPU)) ? $sample['weight_ns'] : 0, $samples));
};
echo count($short), " short ones\n";
echo 'the long one: ', $weights($long, false) <= $off - $began ? "no more than its age\n" : "older than it is\n";
echo 'on a CPU: ', $weights($long, true) < $cpu_ns / 2 ? "not what the others took\n" : "what the others took\n";
/* What all of them took, behind a record of the last one. */
$last = max(array_column($short, 'request'));
$share = $weights($last, true) / $cpu_ns;
echo 'of the short ones: ', abs($share - 1) < 0.1 ? "that\n" : "$share of it\n";
$kind = array_values(array_filter($records, fn ($record) => $record['request'] === $last && $record['kind'] !== 3));
echo 'they are ', $kind[0]['texts'][1] ?? 'not named', "\n";
live_clean($folder);
?>
--EXPECT--
20 short ones
the long one: no more than its age
on a CPU: not what the others took
of the short ones: that
they are /short
