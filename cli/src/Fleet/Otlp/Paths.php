<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet\Otlp;

use XHProf\Profile;

/**
 * The call paths of a profile, each with its own values. A frame has the line that ran, or called on; in a run of calls the innermost one
 * has that of its declaration, and its callers those of the first call.
 *
 * @phpstan-import-type Node from Profile
 */
final class Paths
{
	/** @var list<Node> */
	private readonly array $nodes;

	/** @var array<int, int> places of functions by node */
	private array $functions = [];

	/** @var array<int, array<int, string>> places of locations, as they are packed, by function and line */
	private array $locations = [];

	/** @throws \RuntimeException if the profile has no call paths */
	public function __construct(Profile $profile, private readonly Dictionary $dictionary)
	{
		$this->nodes = $profile->nodes();
	}

	/**
	 * Each stack that has values.
	 *
	 * @param list<array<string, int>> $columns the keys of a row that each adds up, with factors
	 * @return \Generator<int, list<int>>
	 */
	public function stacks(array $columns): \Generator
	{
		$columns = array_map($this->own(...), $columns);
		$callers = [];
		foreach ($this->nodes as $i => $node) {
			$parent = $node['parent'];
			$callers[$i] = $parent === null ? '' : $this->location($parent, $node['call_line'] ?? 0) . $callers[$parent];
			$values = array_column($columns, $i);
			if (max($values) > 0) {
				yield $this->dictionary->stack($this->location($i, $node['line'] ?? 0) . $callers[$i]) => $values;
			}
		}
	}

	/**
	 * The values of all nodes. Where another function resumed a fiber, a caller has less than nothing: its own callers pay.
	 *
	 * @param array<string, int> $keys
	 * @return array<int, int>
	 */
	private function own(array $keys): array
	{
		$own = [];
		foreach ($keys as $key => $factor) {
			foreach ($this->nodes as $i => $node) {
				$own[$i] = ($own[$i] ?? 0) + $factor * ($node[$key] ?? 0);
			}
		}
		for ($i = count($own) - 1; $i >= 0; $i--) {
			if ($own[$i] < 0) {
				$own[$this->nodes[$i]['parent'] ?? $i] += $own[$i];
				$own[$i] = 0;
			}
		}

		return $own;
	}

	/** @param int $line of a run of calls; a node of samples has its own */
	private function location(int $node, int $line): string
	{
		$row = $this->nodes[$node];
		$line = array_key_exists('own_line', $row) ? $row['own_line'] ?? 0 : $line;
		$function = $this->functions[$node] ??= $this->dictionary->function($row['function'], $row['file'] ?? '', $row['line'] ?? 0);

		return $this->locations[$function][$line] ??= WireMessage::varint($this->dictionary->location($function, $line));
	}
}
