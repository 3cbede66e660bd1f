--TEST--
Samples of the ring and of xhprof_sample_enable() are taken side by side, and with traces
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
function leaf(int $n): int { static $calls; $calls++; for ($i = 0; $i < $n; $i++) { $calls ^= $i; } return $calls; }
function work(int $ms) { for ($end = getrusage()["ru_utime.tv_sec"] * 1e3 + getrusage()["ru_utime.tv_usec"] / 1e3 + $ms;
	getrusage()["ru_utime.tv_sec"] * 1e3 + getrusage()["ru_utime.tv_usec"] / 1e3 < $end;) { leaf(10000); } }
/* Until it is told to go on: what is awaited needs more or less time. */
function works(): void { stream_set_blocking(STDIN, false); do { work(20); } while (!fgets(STDIN)); }
echo "begun\n";
works();
xhprof_sample_enable(["interval" => 1000, "clock" => "cpu", "paths" => true]);
echo "samples\n";
do { work(20); } while (xhprof_info()["sampling"]["samples"] < 20);
works();
xhprof_sample_disable();
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
echo "traces\n";
works();
$rows = xhprof_disable();
echo json_encode($rows["works==>work"]["ct"] > 0 && $rows["work==>leaf"]["ct"] > 0), "\n";
works();
echo "end\n";
fgets(STDIN);
');
$child = live_start("$folder/program.php", live_settings($folder, 'xhprof.live_budget=100'));
fgets($child->out);
$file = live_file($folder, $child->pid);
live_send($file, live_message(LIVE_ASK, ['clock' => 1]));

/* The ring has more samples of the work: of those that the program takes as well, of the time after it traces. */
$more = function (string $what) use ($file, $child): void {
	$begun = hrtime(true);
	$found = fn (): array => array_filter(live_records($file), fn (array $record): bool => $record['kind'] === 1
		&& $record['time_ns'] > $begun && str_contains(implode(' ', $record['frames']), 'work:'));
	echo $what, ': ', live_wait($what, fn (): bool => array_sum(array_column($found(), 'weight_ns')) > 2e7)
		? "more samples\n" : "no samples\n";
	fwrite($child->in, "\n");
};
$more('alone');
echo fgets($child->out);
$more('beside samples');
echo fgets($child->out);
$more('beside traces');
echo fgets($child->out);
$more('after them');
echo fgets($child->out);
live_end($child);
live_clean($folder);
?>
--EXPECT--
alone: more samples
samples
beside samples: more samples
traces
beside traces: more samples
true
after them: more samples
end
