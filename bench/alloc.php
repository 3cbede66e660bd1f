<?php
/*
 * The cost of knowing who allocates, beside tideways_xhprof's MEMORY_ALLOC: PHP-Parser reads and prints a
 * file of its own four times, with about 200,000 allocations.
 *
 *     php bench/alloc.php MODULE [ROUNDS]      MODULE: the xhprof.so to measure
 *
 * Each variant runs in a process of its own, all in turns; what counts is the shortest of ROUNDS (default 60) runs
 * of each, and the ratio of that to another variant's. "of what": the ratio to the variant that does the same
 * without allocations. Needs Debian's php-parser; tideways is left out where it is not installed.
 */
declare(strict_types=1);

const PARSER = '/usr/share/php/PhpParser';

/* Both major versions of PHP-Parser. */
function parser(): object
{
	require_once PARSER . '/autoload.php';
	$factory = new PhpParser\ParserFactory;
	return method_exists($factory, 'createForHostVersion') ? $factory->createForHostVersion()
		: $factory->create(PhpParser\ParserFactory::PREFER_PHP7);
}

function work(object $parser, string $code): int
{
	for ($length = 0, $i = 0; $i < 4; $i++) {
		$printer = new PhpParser\PrettyPrinter\Standard;
		$length += strlen($printer->prettyPrint($parser->parse($code)));
	}
	return $length;
}

/* A worker: a run for each line that it is sent. */
function serve(string $variant): void
{
	[$on, $off] = variants()[$variant];
	$parser = parser();
	$code = file_get_contents(PARSER . '/ParserAbstract.php');
	work($parser, $code);
	while (fgets(STDIN) !== false) {
		$on === null || eval($on);
		$start = hrtime(true);
		work($parser, $code);
		$time = hrtime(true) - $start;
		$result = $off === null ? null : eval($off);
		$count = is_object($result) && method_exists($result, 'allocations')
			? array_sum(array_column($result->allocations(), 'allocs')) : 0;
		$result = null;
		gc_collect_cycles();
		echo "$time $count\n";
	}
}

/* How each is switched on and off, its module, and the variant it is compared with. */
function variants(): array
{
	$stop = 'return xhprof_stop();';
	return [
		'none' => [null, null, null, null],
		'full, no calls' => ['xhprof_enable(16, ["mode" => "alloc"]);', $stop, 'xhprof', 'none'],
		'sampled, no calls' => ['xhprof_enable(0, ["mode" => "alloc", "alloc" => "sampled"]);',
			$stop, 'xhprof', 'none'],
		'calls' => ['xhprof_enable(0);', $stop, 'xhprof', 'none'],
		'calls, full' => ['xhprof_enable(16);', $stop, 'xhprof', 'calls'],
		'calls, sampled' => ['xhprof_enable(0, ["alloc" => "sampled"]);', $stop, 'xhprof', 'calls'],
		'paths' => ['xhprof_enable(32);', $stop, 'xhprof', 'none'],
		'paths, full' => ['xhprof_enable(32 | 16);', $stop, 'xhprof', 'paths'],
		'tideways off' => [null, null, 'tideways', 'none'],
		'tideways calls' => ['tideways_xhprof_enable(0);', 'return tideways_xhprof_disable();', 'tideways', 'none'],
		'tideways MEMORY_ALLOC' => ['tideways_xhprof_enable(16);', 'return tideways_xhprof_disable();',
			'tideways', 'tideways calls'],
	];
}

function start(string $variant, ?string $module)
{
	$command = [PHP_BINARY, '-n', '-d', 'extension=tokenizer', '-d', 'extension=ctype', '-d', 'memory_limit=1G'];
	foreach (['tokenizer', 'ctype'] as $i => $needed) {
		if (!is_file(PHP_EXTENSION_DIR . "/$needed.so")) {
			$command[2 + 2 * $i] = '-d';
			$command[3 + 2 * $i] = 'precision=14'; // it is built in
		}
	}
	if ($module !== null) {
		array_push($command, '-d', "extension=$module");
	}
	array_push($command, __FILE__, '--serve', $variant);
	$process = proc_open($command, [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);
	return [$process, ...$pipes];
}

function measure(string $module, int $rounds): array
{
	$tideways = PHP_EXTENSION_DIR . '/tideways_xhprof.so';
	$modules = ['' => null, 'xhprof' => $module, 'tideways' => is_file($tideways) ? $tideways : null];
	$workers = $best = $counts = [];
	foreach (variants() as $variant => [, , $needs]) {
		if ($needs === null || $modules[$needs] !== null) {
			$workers[$variant] = start($variant, $modules[$needs ?? '']);
			$best[$variant] = INF;
		}
	}
	for ($round = 0; $round < $rounds; $round++) {
		foreach ($workers as $variant => [, $in, $out]) {
			fwrite($in, "go\n");
			[$time, $counts[$variant]] = explode(' ', trim((string) fgets($out))) + [1 => 0];
			$best[$variant] = min($best[$variant], (int) $time);
		}
	}
	foreach ($workers as [$process, $in, $out]) {
		fclose($in);
		fclose($out);
		proc_close($process);
	}
	return [$best, $counts];
}

if (($argv[1] ?? '') === '--serve') {
	serve($argv[2]);
	exit;
}
if (!isset($argv[1]) || !is_file($argv[1])) {
	fwrite(STDERR, "usage: php bench/alloc.php MODULE [ROUNDS]\n");
	exit(2);
}
[$best, $counts] = measure(realpath($argv[1]), (int) ($argv[2] ?? 60));
printf("PHP %s, %s allocations in the whole run\n\n", PHP_VERSION, number_format((float) $counts['full, no calls']));
printf("%-22s %9s %8s   %s\n", '', 'ms', 'of none', 'of what');
foreach ($best as $variant => $time) {
	$base = variants()[$variant][3];
	printf("%-22s %9.2f %8.3f   %s\n", $variant, $time / 1e6, $time / $best['none'],
		$base === null || $base === 'none' ? '' : sprintf('%.3f of %s', $time / $best[$base], $base));
}
