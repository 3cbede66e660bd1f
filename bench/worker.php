<?php
/**
 * One variant's process. Takes orders from run.php, a line each, and answers with a line:
 *
 *     CASE <tab> CHUNKS    runs the case that many times; the fewest nanoseconds one took
 *     calls <tab> CASE     how many calls the case makes, as xhprof counts them
 *
 * The argument is PHP that switches the profiler on, before anything else of ours runs.
 */

declare(strict_types=1);

namespace Bench;

if (($argv[1] ?? '') !== '') {
	eval($argv[1]);
}
require __DIR__ . '/cases.php';

function cpu_ns(): int
{
	$usage = getrusage();

	return ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1000000000
		+ ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) * 1000;
}

/** Programs are long enough for CPU time, which other processes hardly change. */
function fastest(array $case, int $chunks): int
{
	$fastest = PHP_INT_MAX;
	$clock = $case['kind'] === 'program' ? cpu_ns(...) : static fn (): int => hrtime(true);
	for ($i = 0; $i < $chunks; $i++) {
		$start = $clock();
		($case['run'])();
		$fastest = min($fastest, $clock() - $start);
	}

	return $fastest;
}

/** Where data lies can be worth 10 % to a loop: each process gets another place. */
function scatter(): array
{
	return array_map(static fn (): string => str_repeat('.', random_int(1, 2000)), range(1, random_int(1, 64)));
}

$scattered = scatter();
$cases = programs() + loops();
while (($line = fgets(STDIN)) !== false) {
	[$case, $argument] = explode("\t", rtrim($line, "\n"));
	echo $case === 'calls'
		? count_calls($cases[$argument]['run'])
		: fastest($cases[$case], (int) $argument), "\n";
}
