--TEST--
CPU time that a thread uses between short sleeps belongs to who used it, and not to who sleeps long or computes for long
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function napping(): void { for ($i = 0; $i < 20; $i++) usleep(20); }
function resting(): void { usleep(4000); }
function spinning(): int { $x = 1; for ($i = 0; $i < 20000; $i++) $x = ($x * 31 + $i) & 0xffff; return $x; }

/* CPU time of the process, in microseconds. */
function cpu(): int
{
	$usage = getrusage();
	return 1000000 * ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) + $usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec'];
}

const PARTS = ['napping', 'resting', 'spinning'];

/* The part of each in all of them. */
function shares(array $times): array
{
	return array_map(fn($time) => $time / max(1, array_sum($times)), array_combine(PARTS, $times));
}

/* Without a profiler. */
function measured(): array
{
	return shares(array_map(function (string $function): int {
		$start = cpu();
		for ($i = 0; $i < 100; $i++) $function();
		return cpu() - $start;
	}, PARTS));
}

function sampled(string $clock, string $engine, int $seconds): array
{
	xhprof_sample_enable(['clock' => $clock, 'engine' => $engine, 'interval' => 1000]);
	for ($end = hrtime(true) + 1_000_000_000 * $seconds; hrtime(true) < $end;) {
		foreach (PARTS as $function) $function();
	}
	$functions = xhprof_stop()->functions();
	return shares(array_map(fn($function) => ($functions[$function] ?? [])['cpu_ns'] ?? 0, PARTS));
}

/* How true it is can only be measured, as bench/sample.php does; that time is charged to others shows each time. */
foreach ([['wall', 'auto'], ['cpu', 'auto'], ['wall', 'interrupt']] as [$clock, $engine]) {
	foreach (tries() as $factor) {
		[$true, $found] = [measured(), sampled($clock, $engine, 2 * $factor)];
		$wrong = array_filter(PARTS, fn($function) => abs($found[$function] - $true[$function]) > ($function === 'resting' ? 0.12 : 0.3));
		if ($wrong === []) {
			break;
		}
	}
	foreach ($wrong as $function) {
		printf("%s, %s: %s %.2f, and %.2f found\n", $clock, $engine, $function, $true[$function], $found[$function]);
	}
}
echo "done\n";
?>
--EXPECT--
done
