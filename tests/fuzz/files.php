<?php
/**
 * Damages the files in tests/fuzz/corpus that are runs, profiles of other tools or heaps, in random ways, a seed for
 * each, and gives them to what reads them: to XHProf\Profile::load(), to parse(), which has to judge alike, to the
 * tool's readers of each format and, where those take them, to every command of the tool. The same seed makes an array
 * that fromPairs() would not get from xhprof. All may be refused; none may crash PHP, raise an error of any other kind,
 * or take long or much. Run by tools/fuzz.sh and tools/field.sh.
 *
 * Usage: php -d extension=xhprof.so files.php --dir DIR [--seeds A-B | --seconds N] [--only FOLDER]
 *   --seconds  seeds that nobody has tried, for so long
 *   --only     files of one folder of tests/fuzz/corpus: runs, foreign or heaps
 */

declare(strict_types=1);

use XHProf\Cli\Command\Commands;
use XHProf\Cli\Heap\{Graph, Paths, Snapshot};
use XHProf\Cli\Help\Reference;
use XHProf\Cli\Problem;
use XHProf\Cli\Run\RunFile;
use XHProf\Cli\Terminal\Terminal;

/** What one file may take, in CPU time and, all of them together, in memory of the process. */
const MOST_SECONDS = 5;
const MOST_BYTES = 256 << 20;

const CORPUS = __DIR__ . '/corpus';

const NUMBERS = ['0', '-1', '1', '2147483648', '4294967296', '9223372036854775807', '-9223372036854775808',
	'9223372036854775808', '99999999999999999999999', '1e999', '0.5', 'null', '""', '[]', '{}', '007', '-'];

require __DIR__ . '/../../cli/autoload.php';

/** A file as it could not have been written. */
function damage(string $bytes): string
{
	for ($times = [1, 1, 1, 2, 5][mt_rand(0, 4)]; $times > 0; $times--) {
		$length = strlen($bytes);
		$at = mt_rand(0, max(0, $length - 1));
		$size = mt_rand(1, 40);
		$bytes = match (mt_rand(0, 9)) {
			0 => substr($bytes, 0, $at),
			1 => substr($bytes, 0, $at) . (chr(ord($bytes[$at] ?? '') ^ 1 << mt_rand(0, 7))) . substr($bytes, $at + 1),
			2 => substr_replace($bytes, random_bytes_of($size), $at, $size),
			3 => substr_replace($bytes, random_bytes_of($size), $at, 0),
			4 => substr_replace($bytes, '', $at, $size),
			5 => substr_replace($bytes, substr($bytes, mt_rand(0, $length), $size * 10), $at, 0),
			6, 8, 9 => change_number($bytes, $at),
			7 => substr_replace($bytes, str_repeat(['[', '{"a":', 'a:1:{i:0;', "\x0A\x7F", "\xFF"][mt_rand(0, 4)],
				mt_rand(1, 3000)), $at, 0),
		};
	}

	return $bytes;
}

function random_bytes_of(int $length): string
{
	return implode('', array_map(static fn () => chr(mt_rand(0, 255)), range(1, $length)));
}

/** The first number behind that place becomes one that nobody expects. */
function change_number(string $bytes, int $at): string
{
	return preg_match('/-?\d+/', $bytes, $match, PREG_OFFSET_CAPTURE, $at) === 1
		? substr_replace($bytes, NUMBERS[mt_rand(0, count(NUMBERS) - 1)], $match[0][1], strlen($match[0][0])) : $bytes;
}

/** Seconds of CPU so far. */
function cpu(): float
{
	$usage = getrusage();

	return $usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']
		+ ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) / 1e6;
}

/** The most that this process has had in memory, or 0 where nobody says. */
function peak(): int
{
	return preg_match('/^VmHWM:\s*(\d+)/m', (string) @file_get_contents('/proc/self/status'), $match) === 1
		? 1024 * (int) $match[1] : 0;
}

/** The same for a snapshot of a heap, but for its database, which needs an extension. */
function try_heap(string $file): bool
{
	try {
		$heap = new Snapshot($file);
	} catch (Problem $refused) {
		return false;
	}
	new Paths($heap, new Graph($heap));

	return true;
}

/** All that the tool can do with a file; whether it was taken for a run. */
function try_file(string $file, string $good, string $dir): bool
{
	try {
		$loaded = XHProf\Profile::load($file)->pairs();
	} catch (RuntimeException $refused) {
		// Perhaps it is one for fromPairs().
	}
	try {
		$parsed = XHProf\Profile::parse((string) file_get_contents($file));
		$parsed->summary()['nodes'] === 0 || ($parsed->nodes() !== []
			&& $parsed->export('pprof', options: ['max_samples' => 100, 'max_bytes' => 10_000]) !== []);
	} catch (ValueError $refused) {
		$parsed = null;
	}
	if ($parsed?->pairs() !== ($loaded ?? null)) {
		throw new Exception('parse() and load() differ');
	}
	try {
		$run = RunFile::load($file);
	} catch (Problem $refused) {
		return false;
	}
	$name = (string) (array_key_first($run->functions()) ?? 'main()');
	foreach ([['top', $file], ['top', $file, '--json'], ['show', $file, '--function', $name],
		['show', $file, '--function', $name, '--json'], ['diff', $file, $good, '--fail-if', 'wt>+10%'], ['diff',
			$good, $file, '--json', '--fail-if', 'mu>+1KiB'], ['merge', $file, $good, $file, '--out', "$dir/out.json"],
		['convert', $file, '--format', 'xhprof', '--out', "$dir/out"], ['convert', $file, '--format',
			'json', '--out', "$dir/out"], ['convert', $file, '--format', 'callgrind', '--out', "$dir/out"],
		['convert', $file, '--format', 'pprof', '--out', "$dir/out"], ['convert', $file, '--format', 'folded', '--out',
			"$dir/out"], ['convert', $file, '--format', 'speedscope', '--out', "$dir/out"],
	] as $words) {
		$command = array_shift($words);
		try {
			$class = Commands::ALL[$command][0];
			(new $class(Reference::arguments($command, $words), new Terminal(fopen('php://memory', 'w'))))->run();
		} catch (Problem | RuntimeException) {
			// Refused, with a reason.
		} catch (Throwable $error) {
			throw new Exception("xhprof $command: $error", 0, $error);
		}
	}

	return true;
}

/** The classic array, and whatever somebody could take for one. */
function hostile_pairs(): array
{
	$names = ['main()', 'f', 'f@1', 'f@2', 'f@999999999', 'f@0', 'f@-1', '@1', '', "a\0b", "\xFF", 'a==>b',
		str_repeat('n', mt_rand(0, 1 << 16)), '7', '{closure}#x@3'];
	$name = static fn (): string => $names[mt_rand(0, count($names) - 1)];
	$pairs = mt_rand(0, 9) === 0 ? [] : ['main()' => ['ct' => 1, 'wt' => mt_rand(0, 1 << 40)]];
	for ($i = mt_rand(0, 12); $i > 0; $i--) {
		$key = [$name(), $name() . '==>' . $name(), 'main()==>' . $name(),
			mt_rand(-5, 5)][[1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 0, 3][mt_rand(0, 12)]];
		$pairs[$key] = hostile_row($pairs);
	}

	return $pairs;
}

/** Mostly good, and now and then of any type, with elements that are references to others, or to all. */
function hostile_row(array &$pairs): mixed
{
	static $shared = 5;
	$any = static fn (): mixed => [null, true, '5', '', 5.0, -0.0, NAN, INF, PHP_INT_MAX, PHP_INT_MIN, -1, 1 << 61, [],
		[[1]], new ArrayObject, STDERR][mt_rand(0, 15)];
	if (mt_rand(0, 40) === 0) {
		return $any();
	}
	$row = [];
	foreach (['ct', 'wt', 'cpu', 'mu', 'pmu', 'own_na', 7] as $i => $column) {
		if ($i < 2 ? mt_rand(0, 60) > 0 : mt_rand(0, 2) > 0) {
			$row[$column] = mt_rand(0, 80) === 0 ? $any() : mt_rand($i < 2 ? 0 : -5, 1 << mt_rand(1, 40));
		}
	}
	switch (mt_rand(0, 12)) {
		case 0:
			$row['ct'] = &$shared;
			break;
		case 1:
			$pairs['main()==>ref'] = &$row;
			break;
		case 2:
			$row['x'] = &$pairs;
			break;
	}

	return $row;
}

/** A run that fromPairs() makes works in all: its pairs, which add up, make the same pairs again. */
function try_pairs(array $pairs): bool
{
	$meta = mt_rand(0, 1) ? null : [['url' => '/'], ['url' => 5], ['SERVER' => &$pairs], [$pairs],
		['request_ts_micro' => ['sec' => 1, 'usec' => 2]]][mt_rand(0, 4)];
	try {
		$run = XHProf\Profile::fromPairs($pairs, $meta);
	} catch (TypeError | ValueError $refused) {
		return false;
	}
	$again = XHProf\Profile::fromPairs($run->pairs());
	if ($again->pairs() !== $run->pairs()) {
		throw new Exception('pairs() gives another run than fromPairs() took');
	}
	foreach (['xhprof', 'xhgui', 'json', 'callgrind'] as $format) {
		$run->export($format);
	}
	$run->merge($again, $run)->functions();
	$run->diff($again);
	$run->summary();

	return true;
}

set_error_handler(static fn (int $level, string $text, string $file, int $line) => error_reporting() & $level
	? throw new ErrorException($text, 0, $level, $file, $line) : true);
/** A corpus that nobody can read any more would test nothing. Files that are damaged are named by their hashes. */
function check_corpus(string $dir): void
{
	$files = glob(CORPUS . '/{runs,foreign,heaps,rings}/*', GLOB_BRACE);
	foreach (preg_grep('~/[0-9a-f]{40}[^/]*$~D', $files, PREG_GREP_INVERT) as $file) {
		try {
			match (basename(dirname($file))) {
				'heaps' => new Snapshot($file),
				'rings' => open_ring($file, "$dir/ring.data"),
				default => RunFile::load($file),
			};
		} catch (Throwable $error) {
			echo "$file is not what it was: {$error->getMessage()}\n";
			exit(1);
		}
	}
}

function open_ring(string $packed, string $file): void
{
	file_put_contents($file, gzdecode(file_get_contents($packed)));
	XHProf\Ring::open($file);
}

/** An endless loop and memory_limit end all of PHP: that shows the seed, too. */
function show_seed_at_end(): void
{
	register_shutdown_function(static function (): void {
		if (error_get_last() !== null) {
			echo "seed $GLOBALS[seed], $GLOBALS[file], of " . basename($GLOBALS['good']) . ":\n",
				error_get_last()['message'], "\n";
		}
	});
}

$options = getopt('', ['dir:', 'seeds:', 'seconds:', 'only:']);
$dir = $options['dir'];
$files = glob(CORPUS . '/{' . ($options['only'] ?? 'runs,foreign,heaps') . '}/*', GLOB_BRACE);
check_corpus($dir);
[$first, $last] = array_map(intval(...), explode('-', ($options['seeds'] ?? '1-1000') . '-'));
$until = isset($options['seconds']) ? hrtime(true) + 1e9 * (float) $options['seconds'] : 0;
if ($until > 0) {
	[$first, $last] = [time() * 1000, PHP_INT_MAX];
}
$taken = 0;
$made = 0;
show_seed_at_end();
for ($seed = $first; $seed <= max($first, $last) && ($until === 0 || hrtime(true) < $until); $seed++) {
	mt_srand($seed);
	set_time_limit(4 * MOST_SECONDS);
	$good = $files[$seed % count($files)];
	$bytes = damage(file_get_contents($good));
	$file = "$dir/$seed.bad";
	file_put_contents($file, $bytes);
	$began = cpu();
	try {
		$taken += (int) (str_ends_with($good, '.heap') ? try_heap($file) : try_file($file, $good, $dir));
		$made += (int) try_pairs(hostile_pairs());
		$problem = cpu() - $began > MOST_SECONDS ? sprintf('took %.1f s', cpu() - $began) : '';
	} catch (Throwable $error) {
		$problem = (string) $error;
	}
	if (peak() > MOST_BYTES) {
		$problem .= ' took ' . (peak() >> 20) . ' MB';
	}
	if ($problem !== '') {
		echo "seed $seed, $file, of " . basename($good) . ":\n$problem\n";
		exit(1);
	}
	unlink($file);
}
printf("%d damaged files and arrays, %d and %d of them taken for a run: none did harm\n",
	$seed - $first, $taken, $made);
