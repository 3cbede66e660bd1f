<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

use XHProf\Cli\Problem;

/** The costs that a file of callgrind has for each line, as columns of a run. */
final class CallgrindEvents
{
	/** "Time_(10ns)", or of what an "event:" line says "wall time (ns)". */
	private const UNIT = '/\((\d{0,9}) ?(\S+)\)$/D';

	/** Xdebug 2 does not name its unit. */
	private const OLD_TIME = 'Time';
	private const OLD_TIME_NS = 1000;

	/** @var array<string, string> what "event:" lines say of an event */
	private array $said = [];

	/** @var array<int, array{string, int}> columns and factors by the place of the event */
	private array $columns = [];

	/** @var list<string> */
	private array $lacks = [];

	/** "Wall : wall time (ns)" */
	public function describe(string $line): void
	{
		$parts = explode(':', $line, 2);
		$this->said[trim($parts[0])] = trim($parts[1] ?? '');
	}

	/** @param list<string> $names */
	public function set(array $names): void
	{
		if ($this->columns !== []) {
			return; // again, of another part
		}
		foreach ($names as $place => $name) {
			$column = $this->columnOf($name);
			if ($column !== null && !in_array($column[0], array_column($this->columns, 0), true)) {
				$this->columns[$place] = $column;
			}
		}
		$used = array_column($this->columns, 0);
		if (!in_array('wall_ns', $used, true) && $names !== []) {
			$this->columns = [0 => ['wall_ns', 1]] + $this->columns;
			$this->lacks[] = "times (1 $names[0] is read as 1 ns)";
		}
		$this->lacks = [...$this->lacks, ...(in_array('memory_bytes', $used, true) ? ['peaks'] : ['memory']),
			...array_map(static fn (string $name): string => "\"$name\" (no value that a run has)", array_slice(array_values(array_diff_key($names, $this->columns)), 0, 8))];
	}

	/** @return array{string, int}|null */
	private function columnOf(string $name): ?array
	{
		if ($name === self::OLD_TIME) {
			$this->lacks[] = 'unit (1 Time is read as 1 us)';

			return ['wall_ns', self::OLD_TIME_NS];
		}
		$said = $this->said[$name] ?? $name;
		if (preg_match(self::UNIT, $said, $found) !== 1) {
			return null;
		}
		$factor = max(1, (int) $found[1]) * (Measures::TIMES[$found[2]] ?? 0);
		if ($factor > 0) {
			return [stripos($said, 'cpu') !== false ? 'cpu_ns' : 'wall_ns', $factor];
		}

		return $found[2] === 'bytes' && stripos($name, 'memory') === 0 ? ['memory_bytes', 1] : null;
	}

	public function isEmpty(): bool
	{
		return $this->columns === [];
	}

	/** @return list<string> that the file has not */
	public function lacks(): array
	{
		return $this->lacks;
	}

	/** @return list<string> */
	public function columns(): array
	{
		$columns = array_column($this->columns, 0);

		return in_array('memory_bytes', $columns, true) ? [...$columns, 'peak_bytes'] : $columns;
	}

	/**
	 * @param list<int> $costs in the order of the events; those that a line leaves out are 0
	 * @return array<string, int> by column
	 */
	public function values(array $costs): array
	{
		$values = [];
		foreach ($this->columns as $place => [$column, $factor]) {
			$value = Whole::scaled($costs[$place] ?? 0, $factor);
			if ($value < 0 && $column !== 'memory_bytes') {
				throw new Problem("the cost {$costs[$place]} is below 0");
			}
			$values[$column] = $value;
		}

		return $values;
	}
}
