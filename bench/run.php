<?php
/**
 * The cost of profilers, in programs: every variant in its own process, short chunks of all of them in turns.
 *
 *     php bench/run.php --module build/bench/modules/xhprof.so [options]
 *
 *     --module FILE         the xhprof to measure
 *     --php FILE            the PHP to measure with; default: this one
 *     --config LIST         of plain, opcache, jit (tracing), jit-function; default: plain
 *     --of WHAT             programs, loops of one kind of call each, or all; default: programs
 *     --case LIST           only these cases; --variant LIST: only variants whose names begin so
 *     --peer NAME=SO:ON:OFF one more profiler: its file, PHP that switches it on, and off; repeatable
 *     --extensions FOLDER   where the peers are, if not where PHP has its extensions; one that is missing is named
 *     --fetch FOLDER        also Parsedown and Symfony, fetched from Packagist by Composer to that folder
 *     --rounds N            turns of each variant; default 40
 *     --processes N         processes of each variant, one after the other; default 3
 *     --json FILE, --markdown FILE, --svg FILE    the results besides the text on the output; --svg: README.md's chart
 *
 * How to read the results: bench/README.md.
 */

declare(strict_types=1);

namespace Bench;

require __DIR__ . '/cases.php';
require __DIR__ . '/variants.php';
require __DIR__ . '/report.php';
require __DIR__ . '/chart.php';

const CHUNKS_A_TURN = 4;

function fail(string $message): never
{
	fwrite(STDERR, "run.php: $message\n");
	exit(1);
}

/** A variant's process, fed by pipes. */
final class Worker
{
	/** @var resource */
	private $process;
	/** @var array<resource> */
	private array $pipes = [];

	/** @param list<string> $command */
	public function __construct(private string $name, array $command)
	{
		$this->process = proc_open($command, [['pipe', 'r'], ['pipe', 'w'], STDERR], $this->pipes);
	}

	public function ask(string $what, string $argument): int
	{
		fwrite($this->pipes[0], "$what\t$argument\n");
		$answer = fgets($this->pipes[1]);
		if ($answer === false || !ctype_digit(trim($answer))) {
			fail("$this->name: $what: " . ($answer === false ? 'died' : "said $answer"));
		}

		return (int) $answer;
	}

	public function stop(): void
	{
		array_map(fclose(...), $this->pipes);
		proc_close($this->process);
	}
}

/** The fewest nanoseconds that a chunk took: [variant][case]. */
function measure(array $variants, string $config, array $cases, array $options): array
{
	$fewest = [];
	for ($process = 0; $process < $options['processes']; $process++) {
		$workers = [];
		foreach ($variants as $name => $variant) {
			$workers[$name] = new Worker("$config, $name", command($variant, $config, $options['php']));
		}
		for ($round = 0; $round < $options['rounds']; $round++) {
			foreach ($cases as $case => $unused) {
				foreach ($workers as $name => $worker) {
					$ns = $worker->ask($case, (string) CHUNKS_A_TURN);
					$fewest[$name][$case] = min($fewest[$name][$case] ?? PHP_INT_MAX, $ns);
				}
			}
			fprintf(STDERR, "\r%s: process %d, round %d ", $config, $process + 1, $round + 1);
		}
		array_walk($workers, static fn (Worker $worker) => $worker->stop());
	}
	fprintf(STDERR, "\r\e[K");

	return $fewest;
}

/** How many calls each case makes; of a program, by xhprof's own count. */
function calls(array $variants, array $cases, array $options): array
{
	$worker = new Worker('counting', command($variants['xhprof off'], 'plain', $options['php']));
	$calls = [];
	foreach ($cases as $case => $about) {
		$calls[$case] = $about['calls'] ?? $worker->ask('calls', $case);
	}
	$worker->stop();

	return $calls;
}

function options(array $arguments): array
{
	$options = ['module' => null, 'php' => PHP_BINARY, 'config' => 'plain', 'of' => 'programs',
		'extensions' => null, 'fetch' => null, 'case' => '', 'variant' => '',
		'peer' => [], 'rounds' => 40, 'processes' => 3, 'json' => null, 'markdown' => null, 'svg' => null];
	for ($i = 1; $i < count($arguments); $i += 2) {
		$name = substr($arguments[$i], 2);
		if (!str_starts_with($arguments[$i], '--') || !array_key_exists($name, $options)
			|| !isset($arguments[$i + 1])) {
			fail("what is {$arguments[$i]}? See the top of this file.");
		}
		if (is_array($options[$name])) {
			$options[$name][] = $arguments[$i + 1];
		} else {
			$options[$name] = is_int($options[$name]) ? (int) $arguments[$i + 1] : $arguments[$i + 1];
		}
	}
	if ($options['module'] === null || !is_file($options['module'])) {
		fail('--module FILE must be the xhprof.so to measure');
	}
	$options['module'] = realpath($options['module']);

	return $options;
}

function only(array $all, string $wanted): array
{
	if ($wanted === '') {
		return $all;
	}
	return array_filter($all, static fn (string $name): bool =>
		array_filter(explode(',', $wanted), static fn (string $one): bool => str_starts_with($name, $one)) !== [],
		ARRAY_FILTER_USE_KEY);
}

function cases_of(string $what): array
{
	return match ($what) {
		'programs' => programs(),
		'loops' => loops(),
		'all' => programs() + loops(),
		default => fail('--of must be programs, loops or all'),
	};
}

/** The machine and what was run on it, for whoever compares. */
function environment(array $options): array
{
	$model = preg_match('/^model name\s*: (.*)$/m', (string) @file_get_contents('/proc/cpuinfo'), $match)
		? $match[1] : php_uname('m');
	$php = escapeshellarg($options['php']) . ' -n -d ' . escapeshellarg("extension={$options['module']}");

	return [
		'xhprof' => trim((string) shell_exec("$php -r \"echo phpversion('xhprof');\"")),
		'date' => gmdate('Y-m-d H:i') . ' UTC',
		'machine' => "$model, " . php_uname('s') . ' ' . php_uname('r'),
		'php' => trim((string) shell_exec("$php -r \"echo PHP_VERSION, PHP_ZTS ? ' ZTS' : ' NTS';\"")),
		'load' => (string) strtok((string) @file_get_contents('/proc/loadavg'), ' '),
	];
}

function save(array $result, array $cases, array $options): void
{
	if ($options['json'] !== null) {
		file_put_contents($options['json'], json_encode($result, JSON_PRETTY_PRINT) . "\n");
	}
	if ($options['markdown'] !== null) {
		file_put_contents($options['markdown'], render_report($result, $cases, as_markdown(...)));
	}
	if ($options['svg'] !== null) {
		file_put_contents($options['svg'], render_chart($result));
	}
}

function main(array $arguments): void
{
	$options = options($arguments);
	if ($options['fetch'] !== null) {
		fetch_programs($options['fetch']);
	}
	$cases = only(cases_of($options['of']), $options['case']);
	if ($cases === []) {
		fail('there is no such case; --fetch FOLDER gets programs');
	}
	[$variants, $missing] = variants($options['module'], $options['peer'], $options['php'], $options['extensions']);
	$calls = calls($variants, $cases, $options);
	$result = ['environment' => environment($options), 'missing' => $missing, 'calls' => $calls, 'configs' => []];
	foreach (explode(',', $options['config']) as $config) {
		$wanted = ['not loaded' => $variants['not loaded']] + only($variants, $options['variant']);
		// These compare with nothing but what the JIT makes of an observer, and with code that it does not run.
		if (str_starts_with($config, 'jit')) {
			unset($wanted['two clocks']);
		} else {
			unset($wanted['idle observer'], $wanted['xhprof observer off']);
		}
		$fewest = measure($wanted, $config, $cases, $options);
		$result['configs'][$config] = figures($fewest, $cases, $calls);
		save($result, $cases, $options); // what is done is not lost
	}
	echo render_report($result, $cases, as_text(...));
}

main($argv);
