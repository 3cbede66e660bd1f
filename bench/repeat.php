<?php
/**
 * Is a compensated share the same in each process, and true? Under load.
 *
 *     php bench/repeat.php --module build/bench/modules/xhprof.so [--processes 40] [--load 2] [--markdown]
 *
 * A process runs a part of small calls and a part without calls, 15 times each in turns, and takes the fastest of both: the
 * share of the calls, by the profile. In turns with these it runs them without a profile, by a clock of its own: that
 * is its truth, as where memory lies, in each process elsewhere, is worth several points of a share. The processes of all
 * ways take turns. Competitors (2) burn CPU meanwhile.
 *
 * Prints for each way the median share of 40 processes, the lowest and highest, and how many are more than 3 points off
 * the median; and the same of their distances from their own truth. Without a profiler both are by a clock: what chance does.
 */

declare(strict_types=1);

namespace Bench\Repeat;

const RUNS = 15;
const CALLS = 10000;
const LOOPS = 20000;
const ALLOWED_POINTS = 3.0;

class Subject
{
	private int $value = 1;

	public function get(): int
	{
		return $this->value;
	}

	public function set(int $value): static
	{
		$this->value = $value;
		return $this;
	}
}

function small(int $x): int
{
	return ($x * 31 + 7) % 1009 ^ $x >> 3;
}

function calls_function(int $count): void
{
	while ($count-- > 0) {
		namespace\small($count);
	}
}

function calls_getter(int $count): void
{
	$subject = new Subject();
	while ($count-- > 0) {
		$subject->get();
	}
}

function calls_setter(int $count): void
{
	$subject = new Subject();
	while ($count-- > 0) {
		$subject->set($count);
	}
}

function calls_internal(int $count): void
{
	while ($count-- > 0) {
		\substr('hello world', 2, 5);
	}
}

function calls_internal_method(int $count): void
{
	$array = new \ArrayObject();
	while ($count-- > 0) {
		$array->count();
	}
}

function loop(int $count): int
{
	$x = 1;
	while ($count-- > 0) {
		$x = $x * 31 % 1009;
	}
	return $x;
}

const KINDS = ['function', 'getter', 'setter', 'internal', 'internal_method'];

/** @return array{int, int} what the part of the calls and the one without took */
function time_bare(string $calls): array
{
	$start = hrtime(true);
	$calls(CALLS);
	$middle = hrtime(true);
	loop(LOOPS);

	return [$middle - $start, hrtime(true) - $middle];
}

/** @return array{int, int} */
function time_profiled(string $calls, int $flags): array
{
	\xhprof_enable($flags);
	$calls(CALLS);
	loop(LOOPS);
	$rows = \xhprof_disable();

	return [$rows["main()==>$calls"]['wt'], $rows['main()==>' . __NAMESPACE__ . '\loop']['wt']];
}

/** A process's own work: the share of the calls, in percent, of each kind, and by how much it is more than the truth. */
function shares(?int $flags): array
{
	$shares = [];
	foreach (KINDS as $kind) {
		$calls = __NAMESPACE__ . "\\calls_$kind";
		$bare = $fastest = [PHP_INT_MAX, PHP_INT_MAX];
		for ($i = 0; $i < RUNS; $i++) {
			$bare = array_map(min(...), $bare, time_bare($calls));
			$fastest = array_map(min(...), $fastest, $flags === null ? time_bare($calls) : time_profiled($calls, $flags));
		}
		$share = 100 * $fastest[0] / array_sum($fastest);
		$shares[$kind] = [$share, $share - 100 * $bare[0] / array_sum($bare)];
	}

	return $shares;
}

/** @return array<string, array{float, float}> */
function ask(array $ini, string $flags): array
{
	$command = [PHP_BINARY, '-n'];
	foreach ($ini as $setting) {
		array_push($command, '-d', $setting);
	}
	$process = proc_open([...$command, __FILE__, '--share', $flags], [['file', '/dev/null', 'r'], ['pipe', 'w'], STDERR], $pipes);
	$text = stream_get_contents($pipes[1]);
	proc_close($process);

	return json_decode($text, true, 512, JSON_THROW_ON_ERROR);
}

function median(array $values): float
{
	sort($values);

	return $values[count($values) >> 1];
}

/** @return array<string, array<string, array{list<float>, list<float>}>> of each way and kind the shares and distances of all processes */
function measure(array $ways, int $processes): array
{
	$shares = [];
	for ($i = 0; $i < $processes; $i++) {
		foreach ($ways as $way => [$ini, $flags]) {
			foreach (ask($ini, $flags) as $kind => [$share, $distance]) {
				$shares[$way][$kind][0][] = $share;
				$shares[$way][$kind][1][] = $distance;
			}
		}
		fprintf(STDERR, "\r%d of %d processes ", $i + 1, $processes);
	}
	fprintf(STDERR, "\r\e[K");

	return $shares;
}

function far(array $values, float $from): int
{
	return count(array_filter($values, static fn (float $value): bool => abs($value - $from) > ALLOWED_POINTS));
}

/** @param array{list<float>, list<float>} $both shares, and distances from the truth */
function cell(array $both): string
{
	[$shares, $distances] = $both;

	return sprintf('%.0f (%.0f to %.0f) %d; %+.1f (%+.0f to %+.0f) %d', median($shares), min($shares), max($shares),
		far($shares, median($shares)), median($distances), min($distances), max($distances), far($distances, 0));
}

function table(array $shares, bool $isMarkdown): void
{
	$line = static fn (array $cells): string => $isMarkdown
		? '| ' . implode(' | ', $cells) . " |\n"
		: sprintf('%-26s' . str_repeat('%36s', count($cells) - 1) . "\n", ...$cells);
	echo $line(['share of the calls, %', ...array_map(static fn (string $kind): string => strtr($kind, '_', ' '), KINDS)]);
	echo $isMarkdown ? '|---|' . str_repeat('---:|', count(KINDS)) . "\n" : '';
	foreach ($shares as $way => $kinds) {
		echo $line([$way, ...array_map(static fn (string $kind): string => cell($kinds[$kind]), KINDS)]);
	}
}

function option(array $arguments, string $name, string $default): string
{
	$at = array_search("--$name", $arguments, true);

	return $at === false ? $default : $arguments[$at + 1] ?? $default;
}

function main(array $arguments): int
{
	if (($arguments[1] ?? '') === '--share') {
		echo json_encode(shares($arguments[2] === '' ? null : (int) $arguments[2]));
		return 0;
	}
	$module = realpath(option($arguments, 'module', ''));
	if ($module === false || !is_file($module)) {
		fwrite(STDERR, "repeat.php: --module FILE must be the xhprof.so to measure\n");
		return 2;
	}
	$compensate = ["extension=$module", 'xhprof.compensate=1'];
	for ($load = []; count($load) < (int) option($arguments, 'load', '2');) {
		$load[] = proc_open([PHP_BINARY, '-n', '-r', 'while (true) {}'], [], $pipes);
	}
	$shares = measure(['no profiler' => [[], ''], 'xhprof' => [["extension=$module"], '0'],
		'xhprof, CPU + MEMORY' => [["extension=$module"], '6'], 'compensate' => [$compensate, '0'],
		'compensate, CPU + MEMORY' => [$compensate, '6']], (int) option($arguments, 'processes', '40'));
	array_map(proc_terminate(...), $load);
	echo "share: median (lowest to highest), processes more than 3 points off the median; ",
		"distance from the process's own truth: median (lowest to highest), processes more than 3 points off\n\n";
	table($shares, in_array('--markdown', $arguments, true));

	return 0;
}

exit(main($argv));
