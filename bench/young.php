<?php
/**
 * Are wall and CPU time true in processes of some milliseconds, on a machine under load?
 *
 *     php -n bench/young.php build/bench/modules/xhprof.so [PROCESSES [COMPETITORS]]
 *
 * Each process (300) starts a profile at once, burns CPU for 20 ms in a function, and compares it with hrtime() and
 * getrusage(), read inside the function and around its call: a figure between the two is right. Competitors (4) burn
 * CPU meanwhile. Exit status 1: a figure is more than 0.1 % off.
 */

declare(strict_types=1);

namespace Bench\Young;

const ALLOWED_PERCENT = 0.1;

/** @return array{wt: float, cpu: float} microseconds */
function now(): array
{
	$usage = getrusage();

	return [
		'cpu' => 1e6 * ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec'])
			+ $usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec'],
		'wt' => hrtime(true) / 1e3,
	];
}

/** @return array{float, float} microseconds of CPU and wall time */
function elapsed(array $since): array
{
	return array_map(static fn (float $now, float $then): float => $now - $then, now(), $since);
}

/** @return array{float, float} CPU and wall time inside the call, in microseconds */
function burn(): array
{
	$start = now();
	while (hrtime(true) / 1e3 < $start['wt'] + 20000) {
	}

	return elapsed($start);
}

/** The profiled process: prints the error of each metric in percent. */
function profile(): void
{
	xhprof_enable(XHPROF_FLAGS_CPU | XHPROF_FLAGS_NO_BUILTINS);
	$start = now();
	$least = burn();
	$most = elapsed($start);
	$said = xhprof_disable()['main()==>' . __NAMESPACE__ . '\\burn'];
	foreach (['cpu', 'wt'] as $i => $name) {
		$errors[$name] = 100 * max($least[$i] - 1 - $said[$name], $said[$name] - $most[$i], 0) / $least[$i];
	}
	echo json_encode($errors);
}

/** @param list<string> $command */
function start(array $command, mixed &$output): mixed
{
	$process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w']], $pipes);
	$output = $pipes[1];

	return $process;
}

function main(string $module, int $processes, int $competitors): int
{
	for ($load = []; count($load) < $competitors;) {
		$load[] = start([PHP_BINARY, '-n', '-r', 'while (true) {}'], $ignored);
	}
	$errors = ['wt' => [], 'cpu' => []];
	for ($i = 0; $i < $processes; $i++) {
		$process = start([PHP_BINARY, '-n', '-d', "extension=$module", __FILE__], $output);
		foreach (json_decode(stream_get_contents($output), true) as $name => $percent) {
			$errors[$name][] = $percent;
		}
		proc_close($process);
	}
	array_map(proc_terminate(...), $load);
	foreach ($errors as $name => $percents) {
		sort($percents);
		printf("%-4s %d processes: median %.3f %%, greatest %.3f %%, %d above %.1f %%\n", $name, $processes,
			$percents[$processes >> 1], end($percents),
			count(array_filter($percents, static fn (float $percent): bool => $percent > ALLOWED_PERCENT)),
			ALLOWED_PERCENT);
	}

	return max(max($errors['wt']), max($errors['cpu'])) > ALLOWED_PERCENT ? 1 : 0;
}

if ($argc < 2) {
	profile();
	exit;
}
exit(main(realpath($argv[1]) ?: exit("no such module: $argv[1]\n"), (int) ($argv[2] ?? 300), (int) ($argv[3] ?? 4)));
