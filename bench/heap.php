<?php
/*
 * The cost of xhprof_heap_snapshot() on a heap of 30 MB: syntax trees by PHP-Parser where it is installed
 * (Debian: php-parser), else objects and arrays that are much like them.
 *
 *   php -n -d extension=tokenizer -d extension=ctype -d extension=/path/to/xhprof.so bench/heap.php
 *
 * Prints for how long the program stood still, with a copy of the process and in place: the least and the
 * median of some rounds. On a busy machine the median says more of the machine.
 */

declare(strict_types=1);

const MEGABYTES = 30;
const ROUNDS = 15;
const PARSER = '/usr/share/php/PhpParser/autoload.php';

final class Node
{
	public array $attributes;

	public function __construct(public string $name, public array $children, int $line)
	{
		$this->attributes = ['startLine' => $line, 'endLine' => $line + 1];
	}
}

function synthetic(): array
{
	$trees = [];
	for ($i = 0; memory_get_usage() < MEGABYTES * 1e6; $i++) {
		$leaves = [];
		for ($j = 0; $j < 20; $j++) {
			$leaves[] = new Node("leaf $i $j", [], $j);
		}
		$trees[] = new Node("tree $i", $leaves, $i);
	}

	return $trees;
}

function parsed(): array
{
	require PARSER;
	$parser = (new PhpParser\ParserFactory)->create(PhpParser\ParserFactory::PREFER_PHP7);
	$trees = [];
	while (true) {
		foreach (glob(dirname(PARSER) . '/{Builder,Comment,Lexer,Node/Expr,Node/Stmt,NodeVisitor,Parser}/*.php',
			GLOB_BRACE) as $file) {
			if (memory_get_usage() > (MEGABYTES - 1.5) * 1e6) {
				return $trees;
			}
			if (filesize($file) < 40000) {
				$trees[] = $parser->parse(file_get_contents($file));
			}
		}
	}
}

function median(array $values): int
{
	sort($values);

	return $values[intdiv(count($values), 2)];
}

function row(string $name, array $pauses, string $more): void
{
	printf("%-28s least %7.2f ms   median %7.2f ms   %s\n", $name, min($pauses) / 1000, median($pauses) / 1000, $more);
}

ini_set('memory_limit', '-1');
try {
	$trees = is_file(PARSER) && extension_loaded('tokenizer') ? parsed() : synthetic();
} catch (Error $e) {
	$trees = synthetic(); // another version of PHP-Parser
}
$file = tempnam(sys_get_temp_dir(), 'xhprof-heap-');
$pauses = [];
$report = xhprof_heap_snapshot($file, ['wait' => true]);
printf("PHP %s, %s: %.1f MB, %d values, %d references, %.2f %% accounted for, file %.1f MB\n", PHP_VERSION,
	get_class(is_array($trees[0]) ? $trees[0][0] : $trees[0]), memory_get_usage() / 1e6, $report['nodes'],
	$report['edges'], 100 * $report['bytes'] / $report['memory_usage'], filesize($file) / 1e6);
for ($i = 0; $i < ROUNDS; $i++) {
	unlink($file);
	$usage = memory_get_usage();
	$report = xhprof_heap_snapshot($file);
	$pauses['fork'][] = $report['pause_us'];
	while ($report['how'] === 'fork' && !file_exists($file)) {
		usleep(2000);
		clearstatcache();
	}
	$report = xhprof_heap_snapshot($file, ['wait' => true]);
	$pauses['wait'][] = $report['pause_us'];
	$report = xhprof_heap_snapshot($file, ['fork' => false]);
	$pauses['place'][] = $report['pause_us'];
	$grown = memory_get_usage() - $usage;
}
row('forked', $pauses['fork'], '(goal: under 5 ms)');
row('forked, and waited for', $pauses['wait'], '');
row('in place', $pauses['place'], '(goal: under 150 ms)');
printf("the program's heap grew by %d bytes, reports included\n", $grown);
unlink($file);
