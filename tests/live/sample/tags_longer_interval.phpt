--TEST--
Where the interval became longer, perf ticks too often at first: short jobs have samples of CPU time, too
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
for ($i = 0; $i % 50 > 0 || !fgets(STDIN); $i++) {
	xhprof_tag("job", "j" . $i % 2);
	work(10000);
}
');
$child = live_start("$folder/program.php", live_settings($folder, 'xhprof.live_budget=100'));
fgets($child->out);
$file = live_file($folder, $child->pid);

$works = fn () => count(array_filter(live_records($file), fn ($record) => $record['kind'] === 1
	&& ($record['flags'] & 1) === 0));
$ask = function (int $ms) use ($file): void {
	live_send($file, live_message(LIVE_ASK, ['interval_ns' => $ms * 1_000_000]));
	live_wait("$ms ms", fn () => live_header($file)['is_on'] && live_header($file)['interval_ns'] === $ms * 1_000_000);
};
$ask(10);
live_wait('samples', fn () => $works() > 2);
$ask(50);
$before = $works();
live_wait('samples at the longer interval', fn () => $works() > $before + 4);
echo "samples\n";
fwrite($child->in, "\n");
var_dump(live_end($child));
live_clean($folder);
?>
--EXPECT--
samples
int(0)
