--TEST--
At long intervals that change all the time a program's work between its sleeps has its samples, of common weight
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
	work(200000);
	usleep(1000);
}
');
$child = live_start("$folder/program.php", live_settings($folder, 'xhprof.live_budget=100'));
fgets($child->out);
$file = live_file($folder, $child->pid);

/* Weights of samples of the work. */
$weights = fn () => array_column(array_filter(live_records($file), fn ($record) => $record['kind'] === 1
	&& ($record['flags'] & 1) === 0), 'weight_ns');
$turn = 0;
live_wait('samples of work', function () use ($file, $weights, &$turn) {
	live_send($file, live_message(LIVE_ASK, ['interval_ns' => $turn++ % 2 ? 60_000_000 : 50_000_000]));
	return count($weights()) > 5;
});
/* Half an interval at least. */
var_dump(min($weights()) >= 25_000_000);
fwrite($child->in, "\n");
var_dump(live_end($child));
live_clean($folder);
?>
--EXPECT--
bool(true)
int(0)
