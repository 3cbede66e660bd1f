<?php
declare(strict_types=1);

namespace XHProf\Fleet\Otlp;

use XHProf\Cli\Bytes\Varint;
use XHProf\Profile;

/**
 * The call paths of a profile, each with its own values. Frames of sampled profiles have the line that was running, or
 * that made the next call. In a run of calls, the innermost frame has the line of its declaration, and its callers
 * those of the first call.
 *
 * @phpstan-import-type Node from Profile
 */
final class StackReader
{
	/** @var list<Node> */
	private readonly array $nodes;

	private readonly bool $isSampled;

	/** @var array<int, array<int, string>> the packed places of locations, by function and line */
	private array $locations = [];

	/** @throws \RuntimeException if the profile has no call paths */
	public function __construct(Profile $profile, private readonly Dictionary $dictionary)
	{
		$this->nodes = $profile->nodes();
		$this->isSampled = $profile->summary()['mode'] === 'sample';
	}

	/**
	 * Each stack that has values.
	 *
	 * @param list<list<string>> $columns for each value the key in a row, and the key of a value to subtract, if any
	 * @return \Generator<int, list<int>>
	 */
	public function stacks(array $columns): \Generator
	{
		$columns = array_map($this->own(...), $columns);
		$callers = [];
		foreach ($this->nodes as $i => $node) {
			$parent = $node['parent'];
			$callers[$i] = $parent === null ? ''
				: $this->location($this->nodes[$parent], $node['call_line'] ?? 0) . $callers[$parent];
			$values = array_column($columns, $i);
			if (array_filter($values) !== []) {
				yield $this->dictionary->stack($this->location($node, $node['line'] ?? 0) . $callers[$i]) => $values;
			}
		}
	}

	/**
	 * The values of all nodes. If another function resumed a fiber, the value of a caller may be negative: it is then
	 * taken from its own callers.
	 *
	 * @param list<string> $keys
	 * @return array<int, int>
	 */
	private function own(array $keys): array
	{
		/** @var list<int> $own */
		$own = array_column($this->nodes, $keys[0]) ?: array_fill(0, count($this->nodes), 0);
		/** @var list<int> $subtracted */
		$subtracted = isset($keys[1]) ? array_column($this->nodes, $keys[1]) : [];
		foreach ($subtracted as $i => $value) {
			$own[$i] -= $value;
		}
		for ($i = count($own) - 1; $i >= 0; $i--) {
			if ($own[$i] < 0) {
				$own[$this->nodes[$i]['parent'] ?? $i] += $own[$i];
				$own[$i] = 0;
			}
		}

		return $own;
	}

	/**
	 * @param Node $node
	 * @param int $line the line for a run of calls; nodes of samples have a line of their own
	 */
	private function location(array $node, int $line): string
	{
		$line = $this->isSampled ? $node['own_line'] ?? 0 : $line;
		$function = $this->dictionary->function($node['function'], $node['file'] ?? '', $node['line'] ?? 0);

		return $this->locations[$function][$line] ??= Varint::of($this->dictionary->location($function, $line));
	}
}
