<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

use XHProf\Cli\Problem;

/** The values that a profile has for each stack, by names and units, as columns of a run. */
final class Measures
{
	/** @var array<string, int> units of time, in nanoseconds */
	public const TIMES = ['ns' => 1, 'nanosecond' => 1, 'nanoseconds' => 1, 'us' => 1000, 'µs' => 1000,
		'microsecond' => 1000, 'microseconds' => 1000, 'ms' => 1_000_000, 'millisecond' => 1_000_000,
		'milliseconds' => 1_000_000, 's' => 1_000_000_000, 'sec' => 1_000_000_000,
		'second' => 1_000_000_000, 'seconds' => 1_000_000_000];

	/** @var array<string, array<string, int>> names to columns, and the factor of each */
	private const NAMES = [
		'calls' => ['calls' => 1], 'samples' => ['calls' => 1], 'sample' => ['calls' => 1],
		'memory_grown' => ['memory_bytes' => 1], 'memory_freed' => ['memory_bytes' => -1],
		'peak_grown' => ['peak_bytes' => 1],
		'alloc_objects' => ['allocs' => 1, 'frees' => 1], 'inuse_objects' => ['frees' => -1],
		'alloc_space' => ['alloc_bytes' => 1, 'freed_bytes' => 1], 'inuse_space' => ['freed_bytes' => -1],
		'allocated_objects' => ['allocs' => 1, 'frees' => 1],
		'allocated_space' => ['alloc_bytes' => 1, 'freed_bytes' => 1],
	];

	private const MEMORY = ['memory_bytes', 'peak_bytes'];
	private const ALLOC = ['allocs', 'frees', 'alloc_bytes', 'freed_bytes', 'live_at_peak_bytes', 'temporary'];

	/** @var array<int, array<string, int>> by the place of the value: columns and factors */
	private array $columns = [];

	/** @var list<string> that a file with these values has not */
	public readonly array $lacks;

	public readonly bool $isSampled;
	private readonly bool $isCpuOnly;
	private readonly bool $hasCount;

	/**
	 * @param list<array{string, string}> $types names and units
	 * @param int|null $main the place of the one that counts as time if none is
	 */
	public function __construct(array $types, ?int $main)
	{
		foreach ($types as $place => [$name, $unit]) {
			$columns = self::columnsOf($name, $unit);
			if ($columns !== [] && (isset(self::NAMES[$name]) || !$this->has((string) array_key_first($columns)))) {
				$this->columns[$place] = $columns; // of two times the first
			}
		}
		$hasTime = $this->has('wall_ns') || $this->has('cpu_ns');
		$lacks = [];
		if (!$hasTime && !$this->has('allocs') && $types !== []) {
			$main = $main !== null && isset($types[$main]) ? $main : array_key_last($types);
			$this->columns[$main] = ($this->columns[$main] ?? []) + ['wall_ns' => 1];
			[$name, $unit] = $types[$main];
			$lacks[] = "times (1 $unit of \"$name\" is read as 1 ns)";
		} elseif (!$hasTime) {
			$lacks[] = 'times (xhprof alloc shows its blocks)';
		}
		$isCalls = in_array('calls', array_column($types, 0), true);
		$this->hasCount = $this->has('calls');
		$this->isSampled = !$isCalls && ($this->hasCount || !$this->has('allocs'));
		$this->isCpuOnly = !$this->has('wall_ns') && $hasTime;
		$left = array_column(array_diff_key($types, $this->columns), 0);
		$this->lacks = [...($isCalls ? [] : ['calls']), ...$lacks,
			...($this->has('memory_bytes') || $this->has('allocs') ? [] : ['memory']), ...array_map(
				static fn (string $name): string => "\"$name\" (no value that a run has)", array_slice($left, 0, 8))];
	}

	/** @return array<string, int> */
	private static function columnsOf(string $name, string $unit): array
	{
		$factor = self::TIMES[$unit] ?? null;

		return $factor === null ? self::NAMES[$name] ?? []
			: [(stripos($name, 'cpu') !== false ? 'cpu_ns' : 'wall_ns') => $factor];
	}

	private function has(string $column): bool
	{
		return array_column($this->columns, $column) !== [];
	}

	public function tree(int $limit): CallTree
	{
		$tree = new CallTree($this->isSampled, $limit);
		foreach ([['memory_bytes', self::MEMORY], ['peak_bytes', self::MEMORY], ['allocs', self::ALLOC],
			['alloc_bytes', self::ALLOC], ['cpu_ns', ['cpu_ns']]] as [$column, $all]) {
			foreach ($this->has($column) ? $all : [] as $needed) {
				$tree->need($needed);
			}
		}

		return $tree;
	}

	/**
	 * @param array<int, int> $values of a stack, by place
	 * @param bool $isWhole whether all values are there; else those that are not count elsewhere
	 * @param string $what they belong to, for a message
	 */
	public function add(CallTree $tree, int $node, array $values, string $what, bool $isWhole = true): void
	{
		foreach ($this->columns as $place => $columns) {
			if (!$isWhole && !isset($values[$place])) {
				continue;
			}
			$value = $values[$place] ?? throw new Problem("$what has " . count($values)
				. ' values, fewer than the file has types of values');
			if ($value < 0) {
				throw new Problem("$what has the value $value: it is the difference of two profiles",
					'xhprof diff compares the two');
			}
			foreach ($columns as $column => $factor) {
				$tree->add($node, $column, Whole::scaled($value, $factor));
				if ($column === 'cpu_ns' && $this->isCpuOnly) {
					$tree->add($node, 'wall_ns', Whole::scaled($value, $factor));
				}
			}
		}
		if (!$this->hasCount && $this->isSampled) {
			$tree->add($node, 'calls', 1);
		}
	}

	/** @return array<string, mixed> keys of the first line of json */
	public function head(string $format): array
	{
		return ['mode' => $this->isSampled ? 'sample' : 'tree',
			'read' => ['format' => $format, 'lacks' => $this->lacks]]
			+ ($this->isSampled && $this->isCpuOnly ? ['cpu_clock' => 1] : []);
	}
}
