<?php
/**
 * What `compensate` leaves in the times, function by function: calls in a loop, against the same loop by a clock of its
 * own.
 *
 *     php bench/compensate.php --module build/bench/modules/xhprof.so [--processes 6] [--ways 'ex;observer, call tree']
 *       [--markdown]
 *
 * Each process runs each loop with a profile, without any and with a compensated one, in turns: what else runs on the
 * machine changes the three alike. For each function and way prints what a call takes, by how many percentage points
 * the share of the calls is off where they are half of a program, without compensation and with it, and how many
 * nanoseconds of a call are left: the medians of the turns, and of the processes; and the lowest and the highest of the
 * processes' compensated points, which say whether they repeat.
 */

declare(strict_types=1);

namespace Bench\Compensate;

const ROUNDS = 60;
const CHUNK_NS = 30000;

const PRELUDE = <<<'PHP'
function compensate_nothing() {}
function compensate_empty() { static $compiled; }
function compensate_small($x) { return ($x * 31 + 7) % 1009 ^ $x >> 3; }
function compensate_medium($x) { for ($i = 0; $i < 10; $i++) $x = $x * 31 % 1009; return $x; }
function compensate_outer($x) { return compensate_middle($x) + 1; }
function compensate_middle($x) { return compensate_small($x) + 1; }
function compensate_array($x) { return [$x, $x + 1, $x + 2]; }
function compensate_strings($x) { $a = "a$x"; $b = "b$x"; return $a . $b; }
function compensate_generator($n) { while ($n-- > 0) yield $n; }
function compensate_fiber() { while (true) Fiber::suspend(); }
function compensate_deep($levels) { $levels > 1 ? compensate_deep($levels - 1) : compensate_fiber(); }
class CompensateSubject {
	private $value = 1;
	public function get() { return $this->value; }
	public function set($value) { $this->value = $value; return $this; }
	public static function make($value) { return $value; }
}
class CompensateBuilt { private $value; public function __construct($value) { $this->value = $value; } }
PHP;

/**
 * By what it is called in the table: what the loop does, and what comes before the loop. $n is the loop's counter. Of a
 * step of a fiber the loop has ten times as many: what comes before takes as long as 100.
 */
const FUNCTIONS = [
	'abs()' => ['abs($n);'],
	'min()' => ['min($n, 3);'],
	'ord()' => ['ord($text);', '$text = "a text";'],
	'strlen(), by a name' => ['$name($text);', '$name = "strlen"; $text = "a text";'],
	'count(), by a name' => ['$name($array);', '$name = "count"; $array = [1, 2, 3];'],
	'in_array()' => ['in_array($n, $array);', '$array = [1, 2, 3];'],
	'is_callable()' => ['is_callable($text);', '$text = "compensate_small";'],
	'str_repeat()' => ['str_repeat($text, 3);', '$text = "a";'],
	'substr()' => ['substr($text, 2, 5);', '$text = "hello world";'],
	'implode()' => ['implode(",", $array);', '$array = ["a", "b", "c"];'],
	'md5()' => ['md5($text);', '$text = "a string to make a digest of";'],
	'ArrayObject::count()' => ['$array->count();', '$array = new ArrayObject([1]);'],
	'ArrayObject::offsetGet()' => ['$array->offsetGet(0);', '$array = new ArrayObject([1]);'],
	'array_map(), a closure' => ['', '$closure = function ($x) { return $x; }; array_map($closure, range(1, $n));'],
	'an array' => ['compensate_array($n);'],
	'three strings' => ['compensate_strings($n);'],
	'function, nothing in it' => ['compensate_nothing();'],
	'function, empty' => ['compensate_empty();'],
	'function, small' => ['compensate_small($n);'],
	'function, medium' => ['compensate_medium($n);'],
	'three nested' => ['compensate_outer($n);'],
	'getter' => ['$subject->get();', '$subject = new CompensateSubject;'],
	'setter' => ['$subject->set($n);', '$subject = new CompensateSubject;'],
	'static method' => ['CompensateSubject::make($n);'],
	'closure' => ['$closure($n);', '$closure = function ($x) { return $x; };'],
	'constructor' => ['new CompensateBuilt($n);'],
	'generator, a step' => ['', 'foreach (compensate_generator($n) as $value);'],
	'fiber, a step' => ['$fiber->resume();', '$fiber = new Fiber("compensate_fiber"); $fiber->start();', 10],
	'fiber, a step, 10 levels' => ['$fiber->resume();',
		'$fiber = new Fiber("compensate_deep"); $fiber->start(10);', 10],
	'fiber, started' => ['$fiber = new Fiber("compensate_nothing"); $fiber->start();'],
	'include' => ['include $file;', '$file = getenv("COMPENSATE_FILE");'],
];

/** name => [flags, settings] */
const WAYS = [
	'ex' => [0, ['xhprof.hook=ex']],
	'ex, CPU and memory' => [6, ['xhprof.hook=ex']],
	'ex, call tree' => [32, ['xhprof.hook=ex']],
	'ex, allocations' => [16, ['xhprof.hook=ex']],
	'ex, timeline' => [64, ['xhprof.hook=ex']],
	'ex, call tree, CPU and memory' => [38, ['xhprof.hook=ex']],
	'ex, timeline, CPU and memory' => [70, ['xhprof.hook=ex']],
	'observer' => [0, ['xhprof.hook=observer']],
	'observer, CPU and memory' => [6, ['xhprof.hook=observer']],
	'observer, call tree' => [32, ['xhprof.hook=observer']],
	'observer, call tree, CPU and memory' => [38, ['xhprof.hook=observer']],
	'observer, timeline, CPU and memory' => [70, ['xhprof.hook=observer']],
];

/** Nanoseconds of the loop, by the program's own clock. */
function timed(string $loop, int $count): float
{
	$start = hrtime(true);
	$loop($count);

	return hrtime(true) - $start;
}

/** The same, by the profile: with what it calls. */
function profiled(string $loop, int $count, int $flags, bool $isCompensated): float
{
	xhprof_enable($flags, ['compensate' => $isCompensated]);
	$loop($count);
	foreach (xhprof_stop()->functions() as $name => $row) {
		if ($name === $loop) {
			return $row['wall_ns'];
		}
	}

	return 0;
}

/** @return array<string, array{ns: float, raw: float, compensated: float, left: float}> medians of the rounds */
function measure(int $flags): array
{
	eval(PRELUDE);
	$loops = $rounds = [];
	foreach (FUNCTIONS as $name => $code) {
		$loop = 'compensate_loop_' . count($loops);
		$calls = $code[0] === '' ? '' : "while (\$n-- > 0) { $code[0] }";
		eval("function $loop(\$n) { " . ($code[1] ?? '') . " $calls }");
		$fastest = min(array_map(static fn () => timed($loop, 200), range(1, 8)));
		$loops[$name] = [$loop, (int) max(40, min(3000, ($code[2] ?? 1) * CHUNK_NS / $fastest * 200))];
	}
	for ($round = 0; $round < ROUNDS; $round++) {
		foreach ($loops as $name => [$loop, $count]) {
			$raw = profiled($loop, $count, $flags, false);
			$ns = timed($loop, $count);
			$compensated = profiled($loop, $count, $flags, true);
			$rounds[$name]['ns'][] = $ns / $count;
			$rounds[$name]['raw'][] = points($ns, $raw);
			$rounds[$name]['compensated'][] = points($ns, $compensated);
			$rounds[$name]['left'][] = ($compensated - $ns) / $count;
		}
	}

	return array_map(static fn (array $columns): array => array_map(median(...), $columns), $rounds);
}

/** @return array<string, array{ns: float, raw: float, compensated: float, left: float}> as another process prints it */
function ask(string $module, string $way, string $file): array
{
	[$flags, $settings] = WAYS[$way];
	// Memory lies elsewhere in each process: an environment of another length moves its stack.
	$environment = ['COMPENSATE_FILE' => $file, 'COMPENSATE_PLACE' => str_repeat('x', random_int(0, 4000))];
	$command = [PHP_BINARY, '-n', '-d', "extension=$module"];
	foreach ($settings as $setting) {
		array_push($command, '-d', $setting);
	}
	$process = proc_open([...$command, __FILE__, '--measure', (string) $flags], [1 => ['pipe', 'w'], 2 => STDERR],
		$pipes, null, $environment + getenv());
	$text = stream_get_contents($pipes[1]);
	proc_close($process);

	return json_decode($text, true, 512, JSON_THROW_ON_ERROR);
}

function median(array $values): float
{
	sort($values);
	$middle = intdiv(count($values), 2);

	return count($values) % 2 ? $values[$middle] : ($values[$middle - 1] + $values[$middle]) / 2;
}

/** The share of calls that take as long as all else does, as a profile shows it, less the half that they are. */
function points(float $true, float $reported): float
{
	return 100 * ($reported / ($reported + $true) - 0.5);
}

/** @param array<string, list<array<string, array<string, float>>>> $all of each way, a process each */
function show(array $all, bool $isMarkdown): void
{
	$cells = [['a call', 'ns']];
	foreach ($all as $way => $processes) {
		array_push($cells[0], $way, 'compensate', 'ns left', 'lowest', 'highest');
	}
	foreach (array_keys(FUNCTIONS) as $name) {
		$row = [$name,
			sprintf('%.0f', median(array_column(array_column(array_merge(...array_values($all)), $name), 'ns')))];
		foreach ($all as $processes) {
			foreach (['raw', 'compensated', 'left'] as $column) {
				$row[] = sprintf('%+.1f', median(array_column(array_column($processes, $name), $column)));
			}
			$compensated = array_column(array_column($processes, $name), 'compensated');
			array_push($row, sprintf('%+.1f', min($compensated)), sprintf('%+.1f', max($compensated)));
		}
		$cells[] = $row;
	}
	foreach ($cells as $i => $row) {
		echo $isMarkdown ? '| ' . implode(' | ', $row) . " |\n" : sprintf('%-26s%8s', $row[0], $row[1]) . implode('',
			array_map(static fn ($cell, $head) => str_pad($cell, max(9, strlen($head) + 2), ' ', STR_PAD_LEFT),
				array_slice($row, 2), array_slice($cells[0], 2))) . "\n";
		if ($isMarkdown && $i === 0) {
			echo '|---|', str_repeat('---:|', count($row) - 1), "\n";
		}
	}
}

function main(array $arguments): void
{
	if (($arguments[1] ?? '') === '--measure') {
		echo json_encode(measure((int) $arguments[2]));
		return;
	}
	$options = getopt('', ['module:', 'processes:', 'ways:', 'markdown']);
	$module = realpath($options['module'] ?? '');
	if ($module === false) {
		fwrite(STDERR, "Usage: php compensate.php --module xhprof.so [--processes 6] [--ways 'ex;observer, "
			. "call tree'] [--markdown]\n");
		exit(2);
	}
	$ways = isset($options['ways']) ? explode(';', $options['ways']) : array_keys(WAYS);
	$file = tempnam(sys_get_temp_dir(), 'compensate');
	file_put_contents($file, '<?php return 1;');
	$all = [];
	for ($i = 0; $i < (int) ($options['processes'] ?? 6); $i++) {
		foreach ($ways as $way) {
			$all[$way][] = ask($module, $way, $file);
		}
	}
	unlink($file);
	show($all, isset($options['markdown']));
}

main($argv);
