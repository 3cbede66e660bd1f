<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

use XHProf\Cli\Problem;

/** Stacks as flamegraph.pl takes them: a line for each, names joined by ";", a blank and a number. */
final class FoldedStacks
{
	/** Enough for the first line. */
	private const START = 1 << 16;

	/** The line that shows what the file is. */
	private const LINE = '/^[^\t]*\S +\d+(?:\.\d*)?$/D';

	public static function is(string $text): bool
	{
		foreach (self::lines(substr($text, 0, self::START)) as $line) {
			if ($line !== '' && $line[0] !== '#') {
				return preg_match(self::LINE, $line) === 1;
			}
		}

		return false;
	}

	public static function json(string $text, int $limit): string
	{
		$tree = new CallTree(true, $limit);
		$functions = $nodes = [];
		$number = $twice = $used = 0;
		foreach (self::lines($text) as $number => $line) {
			if ($line === '' || $line[0] === '#') {
				continue;
			}
			[$path, $value] = self::parts($line, $number);
			$used++;
			$twice += preg_match('/ \d+$/D', $path);
			$node = $nodes[$path] ?? CallTree::MAIN;
			if (!isset($nodes[$path]) && $path !== '') {
				foreach (explode(';', $path) as $name) {
					$node = $tree->node($node, $functions[$name] ??= $tree->functions->number($name));
				}
				$nodes[$path] = $node;
			}
			$tree->add($node, 'calls', $value);
			$tree->add($node, 'wall_ns', $value);
		}
		if ($used > 0 && $twice === $used) {
			throw new Problem('each line has two numbers: it is the difference of two profiles',
				'xhprof diff compares the two');
		}

		return $tree->json(['mode' => 'sample', 'read' => ['format' => 'folded',
			'lacks' => ['calls', 'unit (1 is read as a sample of 1 ns)', 'memory', 'files']]]);
	}

	/** @return \Generator<int, string> from 1 on */
	public static function lines(string $text): \Generator
	{
		$number = 0;
		for ($at = 0; $at < strlen($text); $at = $end + 1) {
			$end = strpos($text, "\n", $at);
			$end = $end === false ? strlen($text) : $end;
			yield ++$number => trim(substr($text, $at, $end - $at), " \r\t");
		}
	}

	/** @return array{string, int} */
	private static function parts(string $line, int $number): array
	{
		$at = strrpos($line, ' ');
		$value = substr($line, $at === false ? 0 : $at + 1);
		if (preg_match('/^\d{1,18}(?:\.\d*)?$/D', $value) !== 1) {
			throw new Problem("line $number does not end with a space and a number"
				. (preg_match('/^\d{19,}$/D', $value) === 1 ? ' of at most 18 digits' : ''));
		}

		return [rtrim(substr($line, 0, (int) $at)),
			!str_contains($value, '.') ? (int) $value : (int) round((float) $value)];
	}
}
