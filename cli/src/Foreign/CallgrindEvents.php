<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

use XHProf\Cli\Problem;

/** The costs on each line of a callgrind file, as columns of a run. */
final class CallgrindEvents
{
	/** The unit in "Time_(10ns)", or in the "wall time (ns)" of an "event:" line. */
	private const UNIT = '/\((\d{0,9}) ?(\S+)\)$/D';

	/** Xdebug 2 does not give a unit. */
	private const OLD_TIME = 'Time';
	private const OLD_TIME_NS = 1000;

	/** @var array<string, string> what "event:" lines say of an event */
	private array $said = [];

	/** @var array<string, array{int, int}> the places of events and factors by column */
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
			return; // repeated for another part
		}
		foreach ($names as $place => $name) {
			$column = $this->columnOf($name);
			$this->columns += $column === null ? [] : [$column[0] => [$place, $column[1]]];
		}
		if (!isset($this->columns['wall_ns']) && isset($this->columns['cpu_ns'])) {
			$this->columns['wall_ns'] = $this->columns['cpu_ns'];
			$this->lacks[] = 'wall time (CPU time is read as such)';
		} elseif (!isset($this->columns['wall_ns']) && $names !== []) {
			$this->columns['wall_ns'] = [0, 1];
			$this->lacks[] = "times (1 $names[0] is read as 1 ns)";
		}
		$others = array_diff_key($names, array_flip(array_column($this->columns, 0)));
		$this->lacks = [...$this->lacks, isset($this->columns['memory_bytes']) ? 'peaks' : 'memory',
			...array_map(static fn (string $name): string => "\"$name\" (no value that a run has)",
				array_slice(array_values($others), 0, 8))];
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
		$columns = array_keys($this->columns);

		return isset($this->columns['memory_bytes']) ? [...$columns, 'peak_bytes'] : $columns;
	}

	/**
	 * @param list<int> $costs in the order of the events; those that a line leaves out are 0
	 * @return array<string, int> by column
	 */
	public function values(array $costs): array
	{
		$values = [];
		foreach ($this->columns as $column => [$place, $factor]) {
			$value = Whole::scaled($costs[$place] ?? 0, $factor);
			if ($value < 0 && $column !== 'memory_bytes') {
				throw new Problem("the cost {$costs[$place]} is below 0");
			}
			$values[$column] = $value;
		}

		return $values;
	}
}
