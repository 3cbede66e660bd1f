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

	/** @throws \RuntimeException if the profile has no call paths */
	public function __construct(Profile $profile, private readonly Dictionary $dictionary)
	{
		$this->nodes = $profile->nodes();
	}

	/**
	 * Each stack, with the values in the order of the columns.
	 *
	 * @param array<string, array<string, int>> $columns the keys of a row that each adds up, with factors
	 * @return \Generator<int, array<string, int>>
	 */
	public function stacks(array $columns): \Generator
	{
		$debts = [];
		for ($i = count($this->nodes) - 1; $i >= 0; $i--) {
			$values = [];
			foreach ($columns as $column => $keys) {
				$value = $debts[$i][$column] ?? 0;
				foreach ($keys as $key => $factor) {
					$value += $factor * ($this->nodes[$i][$key] ?? 0);
				}
				$values[$column] = max(0, $value);
				$parent = $this->nodes[$i]['parent'];
				// Where another function resumed a fiber, a caller has less than nothing: its callers pay.
				if ($value < 0 && $parent !== null) {
					$debts[$parent][$column] = ($debts[$parent][$column] ?? 0) + $value;
				}
			}
			if (array_filter($values) !== []) {
				yield $this->stack($i) => $values;
			}
		}
	}

	private function stack(int $node): int
	{
		$locations = '';
		$line = $this->nodes[$node]['line'] ?? 0;
		for ($at = $node; $at !== null; $at = $this->nodes[$at]['parent']) {
			$row = $this->nodes[$at];
			$this->functions[$at] ??= $this->dictionary->function($row['function'], $row['file'] ?? '', $row['line'] ?? 0);
			$line = array_key_exists('own_line', $row) ? $row['own_line'] ?? 0 : $line;
			$locations .= WireMessage::varint($this->dictionary->location($this->functions[$at], $line));
			$line = $row['call_line'] ?? 0;
		}

		return $this->dictionary->stack($locations);
	}
}
