--TEST--
At long intervals that change all the time a program's little work has its samples none the less
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
function work(int $n): int { static $calls; $calls++; for ($i = 0; $i < $n; $i++) { $calls ^= $i; } return $calls; }
stream_set_blocking(STDIN, false);
echo "begun\n";
while (!fgets(STDIN)) {
	work(20000);
	usleep(10000);
}
');
$child = live_start("$folder/program.php", live_settings($folder, 'xhprof.live_budget=100'));
fgets($child->out);
$file = live_file($folder, $child->pid);

/* Weights of samples of the work: its CPU time since the look before. */
$weights = fn () => array_column(array_filter(live_records($file), fn ($record) => $record['kind'] !== 2
	&& ($record['flags'] & 1) === 0), 'weight_ns');
$turn = 0;
$is_perf = true;
live_wait('samples of work', function () use ($file, $weights, &$turn, &$is_perf) {
	live_send($file, live_message(LIVE_ASK, ['lease_ms' => 300000, 'interval_ns' => $turn++ % 2 ? 600_000_000 : 500_000_000]));
	/* Where perf is not permitted, a timer stays. */
	$is_perf = live_header($file)['is_on'] === 0 || live_header($file)['source'] === 1;
	return !$is_perf || count($weights()) > 5;
});
$weights = $weights();
sort($weights);
/* A look or two is half a second or more: the event of each comes within the next millisecond of CPU time. */
echo !$is_perf || ($weights[2] ?? INF) < 250e6 ? "ok\n" : json_encode($weights) . "\n";
fwrite($child->in, "\n");
var_dump(live_end($child));
live_clean($folder);
?>
--EXPECT--
ok
int(0)
