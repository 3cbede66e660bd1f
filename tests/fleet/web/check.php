<?php
/**
 * Compares what rings had with what a store has. By tools/test-fleet.sh:
 *
 *     php check.php WITNESS STORE METRICS...
 *
 * WITNESS is witness.php's file, STORE the URL of a ClickHouse, METRICS what each agent counted. Prints a table; fails
 * unless the store has what the rings had less the counted losses, to the sample and to the nanosecond.
 */

declare(strict_types=1);

[, $witness, $store] = $argv;
$metrics = array_slice($argv, 3);
$rings = witness($witness);
$stored = stored($store);
printf("%-8s %28s %28s\n", 'pool', 'in the rings', 'in the store');
foreach ($rings + $stored as $pool => $is) {
	printf("%-8s %9d %15.3f s  %9d %15.3f s\n", $pool, $rings[$pool][0] ?? 0, ($rings[$pool][1] ?? 0) / 1e9,
		$stored[$pool][0] ?? 0, ($stored[$pool][1] ?? 0) / 1e9);
}
[$lostSamples, $lost_ns, $reasons] = lost($metrics);
echo 'counted as lost: ', $reasons === [] ? 'nothing' : implode(', ', $reasons), "\n";
$missing = sum($rings, 0) - sum($stored, 0) - $lostSamples;
$missing_ns = sum($rings, 1) - sum($stored, 1) - $lost_ns;
printf("neither stored nor counted: %d samples, %d ns; rows sent twice, and stored once: %s\n", $missing,
	$missing_ns, doubles($store));
if ($missing !== 0 || $missing_ns !== 0 || sum($rings, 0) === 0) {
	echo "FAILED: the sums differ\n";
	exit(1);
}

/** @return array<string, array{int, int}> samples and nanoseconds by pool */
function witness(string $file): array
{
	$pools = [];
	foreach (file($file, FILE_IGNORE_NEW_LINES) ?: [] as $line) {
		[$pool, $samples, $weight_ns] = explode(' ', $line);
		$pools[$pool] = [(int) $samples, (int) $weight_ns];
	}

	return $pools;
}

/** @return array<string, array{int, int}> */
function stored(string $store): array
{
	$pools = array_column(ask($store, 'SELECT DISTINCT series, pool FROM series'), 1, 0);
	$sums = [];
	foreach (ask($store,
		'SELECT series, sum(n), sum(wall) FROM samples FINAL GROUP BY series') as [$series, $samples, $wall_ns]) {
		$pool = $pools[$series] ?? '(none)';
		$sums[$pool] = [($sums[$pool][0] ?? 0) + (int) $samples, ($sums[$pool][1] ?? 0) + (int) $wall_ns];
	}
	ksort($sums);

	return $sums;
}

function doubles(string $store): int
{
	return (int) ask($store, 'SELECT count() FROM samples')[0][0]
		- (int) ask($store, 'SELECT count() FROM samples FINAL')[0][0];
}

/** @return list<list<string>> */
function ask(string $store, string $sql): array
{
	$answer = file_get_contents("$store&query=" . rawurlencode($sql));
	$lines = $answer === false ? exit("FAILED: the store does not answer\n") : explode("\n", trim($answer));

	return array_map(static fn (string $line): array => explode("\t", $line), $answer === '' ? [] : $lines);
}

/**
 * @param list<string> $metrics
 * @return array{int, int, list<string>} samples, nanoseconds, for people
 */
function lost(array $metrics): array
{
	$sums = ['samples' => 0, 'seconds' => 0];
	$reasons = [];
	preg_match_all('/^xhprof_ship_((?:lost|quarantined)_(samples|seconds)_total\{.*\}) (\S+)$/m',
		implode(array_map(file_get_contents(...), $metrics)), $found, PREG_SET_ORDER);
	foreach ($found as [, $name, $what, $value]) {
		if (str_contains($name, 'to="pyroscope')) {
			continue;
		}
		$sums[$what] += $what === 'samples' ? (int) $value : nanoseconds($value);
		if ((float) $value > 0) {
			$reasons[] = "$value $name";
		}
	}

	return [$sums['samples'], $sums['seconds'], $reasons];
}

/** "1.250000001": exactly, as text. */
function nanoseconds(string $seconds): int
{
	[$whole, $part] = explode('.', $seconds) + [1 => ''];

	return (int) $whole * 1_000_000_000 + (int) str_pad(substr($part, 0, 9), 9, '0');
}

/** @param array<string, array{int, int}> $pools */
function sum(array $pools, int $column): int
{
	return array_sum(array_column($pools, $column));
}
