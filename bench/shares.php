<?php
/**
 * Exact profiles of a program beside our own samples of its CPU time: are the functions' own shares the same?
 *
 *     php bench/shares.php --module build/bench/modules/xhprof.so [--processes 4] [--seconds 10] [--case PHP-Parser]
 *         [--fetch FOLDER] [--only WAY] [--markdown]
 *
 * Processes of each way take turns: samples, each 0.5 ms of CPU time, half of them to tell how much chance there is,
 * and exact profiles, plain and compensated. Prints the total variation of the shares: the part of the program's CPU
 * time that is with another function.
 */

declare(strict_types=1);

namespace Bench;

require __DIR__ . '/cases.php';
require __DIR__ . '/variants.php';

function fail(string $message): never
{
	fwrite(STDERR, "shares.php: $message\n");
	exit(1);
}

/** The profiled process: each function's own CPU time, or its samples. */
function own_costs(string $case, string $start, float $seconds): array
{
	$run = (programs() + loops())[$case]['run'] ?? fail("no such program: $case");
	$run();
	$end = hrtime(true) + (int) (1e9 * $seconds);
	eval($start);
	// Garbage is collected in whatever function makes the 10,000th root, in each process in another: here on its own.
	gc_disable();
	for ($i = 0; hrtime(true) < $end; $i++) {
		$run();
		if ($i % 20 === 0) {
			gc_collect_cycles();
		}
	}
	$costs = [];
	foreach (\xhprof_stop()->functions() as $name => $row) {
		$costs[$name] = $row['own_cpu_ns'] ?? $row['own_wall_ns'];
	}

	return $costs;
}

/** @param list<string> $ini */
function ask(array $ini, string $case, string $start, float $seconds): array
{
	$command = command(['ini' => $ini, 'on' => ''], 'plain', PHP_BINARY);
	array_splice($command, array_search(__DIR__ . '/worker.php', $command, true), 2,
		[__FILE__, '--own', $case, $start, (string) $seconds]);
	$process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], STDERR], $pipes);
	$text = stream_get_contents($pipes[1]);
	proc_close($process);

	return json_decode($text, true, 512, JSON_THROW_ON_ERROR);
}

/** Adds the costs up and makes shares of them, without what starts and stops the profile. */
function shares(array $all): array
{
	$sums = [];
	foreach ($all as $costs) {
		foreach ($costs as $name => $cost) {
			// Samples have the engine's name of a closure, exact profiles its place.
			$name = preg_replace('/^.*\{closure.*$/', '{closure}', $name);
			$sums[$name] = ($sums[$name] ?? 0) + $cost;
		}
	}
	unset($sums['main()'], $sums['xhprof_stop'], $sums['gc_collect_cycles'], $sums['{gc}'], $sums['hrtime'],
		$sums['Bench\own_costs'], $sums['Bench\parse_and_print']);
	$total = array_sum($sums);

	return array_map(static fn (int|float $sum): float => $sum / $total, $sums);
}

/** In percent. */
function variation(array $shares, array $others): float
{
	$sum = 0.0;
	foreach ($shares + $others as $name => $unused) {
		$sum += abs(($shares[$name] ?? 0) - ($others[$name] ?? 0));
	}

	return 100 * $sum / 2;
}

function option(array $arguments, string $name, string $default): string
{
	$at = array_search("--$name", $arguments, true);

	return $at === false ? $default : $arguments[$at + 1] ?? $default;
}

function main(array $arguments): void
{
	if (($arguments[1] ?? '') === '--own') {
		echo json_encode(own_costs($arguments[2], $arguments[3], (float) $arguments[4]));
		return;
	}
	$module = realpath(option($arguments, 'module', '')) ?: fail('--module FILE must be the xhprof.so to measure');
	[$case, $seconds] = [option($arguments, 'case', 'PHP-Parser'), (float) option($arguments, 'seconds', '10')];
	if (in_array('--fetch', $arguments, true)) {
		fetch_programs(option($arguments, 'fetch', ''));
	}
	$xhprof = ["extension=$module"];
	$sample = "xhprof_sample_enable(['interval' => 500, 'clock' => 'cpu']);";
	$ways = ['samples' => [$xhprof, $sample], 'more samples' => [$xhprof, $sample],
		'plain' => [$xhprof, 'xhprof_enable(2);'],
		'compensate' => [[...$xhprof, 'xhprof.compensate=1'], 'xhprof_enable(2);']];
	$only = option($arguments, 'only', '');
	if ($only !== '') {
		isset($ways[$only]) || fail("no such way: $only");
		$ways = ['samples' => $ways['samples'], 'more samples' => $ways['more samples'], $only => $ways[$only]];
	}
	$costs = [];
	for ($i = 0; $i < (int) option($arguments, 'processes', '4'); $i++) {
		foreach ($ways as $way => [$ini, $start]) {
			$costs[$way][] = ask($ini, $case, $start, $seconds);
		}
	}
	$shares = array_map(shares(...), $costs);
	$samples = shares([...$costs['samples'], ...$costs['more samples']]);
	$isMarkdown = in_array('--markdown', $arguments, true);
	echo $isMarkdown ? "| $case: total variation from samples | % |\n|---|---:|\n"
		: "$case: total variation from samples, %\n";
	printf($isMarkdown ? "| %s | %.1f |\n" : "%-28s%6.1f\n", 'chance: samples from samples',
		variation($shares['samples'], $shares['more samples']));
	foreach (array_slice($ways, 2) as $way => $unused) {
		printf($isMarkdown ? "| %s | %.1f |\n" : "%-28s%6.1f\n", $way, variation($shares[$way], $samples));
	}
	if (in_array('--functions', $arguments, true)) {
		arsort($samples);
		foreach (array_slice($samples, 0, 30) as $name => $share) {
			printf("%-60s %5.2f%s\n", $name, 100 * $share,
				implode('', array_map(static fn (string $way): string => sprintf('  %s %+5.2f', $way,
					100 * (($shares[$way][$name] ?? 0) - $share)), array_keys(array_slice($ways, 2)))));
		}
	}
}

main($argv);
