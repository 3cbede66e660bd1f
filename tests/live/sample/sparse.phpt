--TEST--
At a long interval a look tells of sleep and of work alike, of a busy thread and of one with many short breaks
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
function work(int $n): int { static $calls; $calls++; for ($i = 0; $i < $n; $i++) { $calls ^= $i; } return $calls; }
function rest(int $us): void {
	usleep($us);
}
stream_set_blocking(STDIN, false);
echo "begun\n";
while (!fgets(STDIN)) {
	work(20000);
	rest(300);
}
while (!fgets(STDIN)) {
	work(20000);
}
');
$child = live_start("$folder/program.php", live_settings($folder, 'xhprof.live_budget=100'));
fgets($child->out);
$file = live_file($folder, $child->pid);
$header = live_header($file);

/* Samples of a place, off the CPU (flag 1) or on it. */
$found = fn (string $place, int $off) => array_filter(live_records($file), fn ($record) => $record['kind'] === 1
	&& ($record['flags'] & 1) === $off && preg_match("/$place/", implode(' ', $record['frames'])));

live_send($file, live_message(LIVE_ASK, ['interval_ns' => 60_000_000, 'clock' => 0]));
var_dump(count(live_wait('work', fn () => $found('^work:2 program.php:9$', 0))) > 0);
var_dump(count(live_wait('sleep', fn () => $found('^usleep:0 rest:4 program.php:10$', 1))) > 0);
fwrite($child->in, "\n");
var_dump(count(live_wait('work alone', fn () => $found('^work:2 program.php:13$', 0))) > 0);
echo live_header($file)['interval_ns'], "\n";

/* By CPU time alone, and off at once. */
live_send($file, live_message(LIVE_ASK, ['lease_ms' => 0]));
live_wait('off', fn () => live_header($file)['is_on'] === 0);
$before = live_header($file)['head'];
live_send($file, live_message(LIVE_ASK, ['interval_ns' => 60_000_000, 'clock' => 1]));
live_wait('more samples',
	fn () => live_header($file)['samples'] > $header['samples'] && live_header($file)['head'] > $before);
echo live_header($file)['clock'], ' ', live_header($file)['asked_ns'], "\n";
fwrite($child->in, "\n");
var_dump(live_end($child));
live_clean($folder);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
60000000
1 60000000
int(0)
