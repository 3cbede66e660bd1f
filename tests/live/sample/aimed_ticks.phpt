--TEST--
At long intervals each tick comes at a random moment, also once the interval was lengthened
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
while (!fgets(STDIN)) { work(10000); }
');
$child = live_start("$folder/program.php", live_settings($folder, 'xhprof.live_budget=100'));
fgets($child->out);
$file = live_file($folder, $child->pid);

/* The weights in milliseconds of samples of CPU time. */
$weights = fn () => array_map(fn ($record) => $record['weight_ns'] / 1e6, array_values(array_filter(live_records($file),
	fn ($record) => live_has_stack($record) && ($record['flags'] & LIVE_OFF_CPU) === 0)));
/* So many weights at this interval, without the first, which may be of the interval before. */
$ask = function (int $ms, int $count) use ($file, $weights): array {
	live_send($file, live_message(LIVE_ASK, ['interval_ns' => $ms * 1_000_000, 'clock' => 1]));
	live_wait("$ms ms", fn () => live_header($file)['is_on'] && live_header($file)['interval_ns'] === $ms * 1_000_000);
	$before = count($weights()) + 1;
	live_wait('samples', fn () => count($weights()) >= $before + $count);
	return array_slice($weights(), $before, $count);
};
/* Chance lets all weights be that near to one another once in more than a million times. */
$spread = fn (array $of): float => max($of) - min($of);
foreach ([[20, 16], [160, 8]] as [$ms, $count]) {
	$of = $ask($ms, $count);
	echo "$ms ms: ",
		$spread($of) > $ms / 5 && max($of) > $ms * 0.7 ? 'random' : implode(' ', array_map('intval', $of)), "\n";
}
fwrite($child->in, "\n");
var_dump(live_end($child));
live_clean($folder);
?>
--EXPECT--
20 ms: random
160 ms: random
int(0)
