--TEST--
CPU time that a thread uses between short sleeps belongs to who used it, and not to who sleeps long or computes for long
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
function napping(): void { for ($i = 0; $i < 20; $i++) usleep(20); }
function resting(): void { usleep(4000); }
function spinning(): int { $x = 1; for ($i = 0; $i < 20000; $i++) $x = ($x * 31 + $i) & 0xffff; return $x; }

/* CPU time of the process, in microseconds. */
function cpu(): int
{
	$usage = getrusage();
	return 1000000 * ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) + $usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec'];
}

/* Without a profiler: the part of each. */
function shares(array $times): array
{
	return array_map(fn($time) => $time / max(1, array_sum($times)), $times);
}

$true = ['napping' => 0, 'resting' => 0, 'spinning' => 0];
foreach ($true as $function => &$time) {
	$start = cpu();
	for ($i = 0; $i < 100; $i++) $function();
	$time = cpu() - $start;
}
unset($time);
$true = shares($true);

foreach ([['wall', 'auto'], ['cpu', 'auto'], ['wall', 'interrupt']] as [$clock, $engine]) {
	xhprof_sample_enable(['clock' => $clock, 'engine' => $engine, 'interval' => 1000]);
	for ($end = hrtime(true) + 3_000_000_000; hrtime(true) < $end;) {
		foreach ($true as $function => $share) $function();
	}
	$functions = xhprof_stop()->functions();
	$found = shares(array_map(fn($function) => ($functions[$function] ?? [])['cpu_ns'] ?? 0, array_combine(array_keys($true), array_keys($true))));
	foreach ($true as $function => $share) {
		if (abs($found[$function] - $share) > ($function === 'resting' ? 0.12 : 0.3)) {
			printf("%s, %s: %s %.2f, and %.2f found\n", $clock, $engine, $function, $share, $found[$function]);
		}
	}
}
echo "done\n";
?>
--EXPECT--
done
