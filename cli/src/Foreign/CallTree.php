<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

/**
 * Call paths with their own values, from which a run of samples or of calls is made. In samples, a path has the line
 * that was running, so paths that differ only by lines are different nodes. In calls, a path has the line of its first
 * call.
 */
final class CallTree
{
	/** The node of main(). */
	public const MAIN = 0;

	/** The memory that the extension charges for a row. */
	private const NODE_BYTES = 448;

	/** Charged for a frame whose node exists already, because it still takes time. */
	private const FRAME_BYTES = 16;

	public readonly FunctionTable $functions;

	/** @var array<int, int|null> */
	private array $parents = [null];

	/** @var array<int, int> */
	private array $numbers = [FunctionTable::MAIN];

	/** @var array<int, int> */
	private array $lines = [0];

	/** @var array<string, int> by parent, function and line */
	private array $nodes = [];

	/** @var array<string, array<int, int>> own values by column and node */
	private array $values = ['calls' => [], 'wall_ns' => []];

	public function __construct(private readonly bool $isSampled, private int $leftBytes)
	{
		$this->functions = new FunctionTable();
	}

	/** @param int $line that ran in the function; in a run of calls: where its caller called it */
	public function node(int $parent, int $function, int $line = 0): int
	{
		$line = FunctionTable::line($line);
		$isMain = $function === FunctionTable::MAIN && $parent === self::MAIN;
		if ($isMain && (!$this->isSampled || $line === 0)) {
			return self::MAIN;
		}
		$key = $isMain ? "main $line" : "$parent $function" . ($this->isSampled ? " $line" : '');
		$this->leftBytes = LoadLimit::left($this->leftBytes,
			isset($this->nodes[$key]) ? self::FRAME_BYTES : self::NODE_BYTES);
		if (!isset($this->nodes[$key])) {
			$this->nodes[$key] = count($this->parents);
			$this->parents[] = $isMain ? null : $parent;
			$this->numbers[] = $function;
			$this->lines[] = $line;
		}

		return $this->nodes[$key];
	}

	/** @param string $column of json */
	public function add(int $node, string $column, int $value): void
	{
		$this->values[$column][$node] = Whole::sum($this->values[$column][$node] ?? 0, $value);
	}

	/** Adds a column, which the run has even without values. */
	public function need(string $column): void
	{
		$this->values[$column] ??= [];
	}

	/** @param array<string, mixed> $head as RunText::of() takes it */
	public function json(array $head): string
	{
		$zeros = array_fill(0, count($this->parents), 0);
		$sums = [];
		foreach ($this->values as $column => $own) {
			$sums[$column] = RunText::isOwn($column) ? $own + $zeros : $this->inclusive($own);
		}
		$nodes = ['parent' => $this->parents, 'function' => $this->numbers,
			'level' => $zeros, 'line' => $this->lines, 'calls' => $calls = $this->inOrder($this->values['calls']),
			'min_wall_ns' => $none = array_fill(0, count($this->parents), null), 'max_wall_ns' => $none];
		$sums['calls'] = $this->isSampled ? $sums['calls'] : $calls;
		if (!$this->isSampled) {
			$nodes['calls'][self::MAIN] = $sums['calls'][self::MAIN] = 1;
		}
		$more = array_map($this->inOrder(...), array_diff_key($sums, ['calls' => 0]));
		$samples = $this->isSampled ? ['samples' => array_sum($this->values['calls'])] : [];

		return RunText::of($samples + $head, $this->functions, $this->pairs($sums), $nodes + $more);
	}

	/**
	 * @param array<int, int> $values
	 * @return list<int>
	 */
	private function inOrder(array $values): array
	{
		return array_values(array_replace(array_fill(0, count($this->parents), 0), $values));
	}

	/**
	 * @param array<int, int> $values own ones
	 * @return array<int, int>
	 */
	private function inclusive(array $values): array
	{
		for ($node = count($this->parents) - 1; $node > 0; $node--) {
			$parent = $this->parents[$node];
			$values[$node] ??= 0;
			if ($parent !== null) {
				$values[$parent] = Whole::sum($values[$parent] ?? 0, $values[$node]);
			}
		}
		$values[self::MAIN] ??= 0;

		return $values;
	}

	/**
	 * The sums by caller and callee, main() last.
	 *
	 * @param array<string, array<int, int>> $sums of each node
	 */
	private function pairs(array $sums): PairTable
	{
		$pairs = new PairTable();
		$main = array_fill_keys(array_keys($sums), 0);
		$levels = $this->levels();
		for ($node = count($this->parents) - 1; $node >= 0; $node--) {
			$values = [];
			foreach ($sums as $column => $ofNodes) {
				$values[$column] = $ofNodes[$node] ?? 0;
			}
			$parent = $this->parents[$node];
			if ($parent !== null) {
				$pairs->add($this->numbers[$parent], $levels[$parent], $this->numbers[$node], $levels[$node], $values);
				continue;
			}
			foreach ($values as $column => $value) {
				$main[$column] = Whole::sum($main[$column], $value);
			}
		}
		$pairs->add(null, 0, FunctionTable::MAIN, 0, $main);

		return $pairs;
	}

	/** @return array<int, int> of each node: how many calls of its function are open around it */
	private function levels(): array
	{
		[$first, $next] = $this->links();
		$levels = $open = [];
		for ($node = self::MAIN; $node !== null; $node = $this->after($node, $first, $next, $open)) {
			$function = $this->numbers[$node];
			$isLine = $node !== self::MAIN && $this->parents[$node] === null; // of main()
			$levels[$node] = $isLine ? 0 : $open[$function] ?? 0;
			$open[$function] = ($open[$function] ?? 0) + 1;
		}

		return $levels;
	}

	/**
	 * The next node in depth first order, null after the last.
	 *
	 * @param array<int, int> $first
	 * @param array<int, int> $next
	 * @param array<int, int> $open by function
	 */
	private function after(int $node, array $first, array $next, array &$open): ?int
	{
		if (isset($first[$node])) {
			return $first[$node];
		}
		for (; $node !== self::MAIN; $node = $this->parents[$node] ?? self::MAIN) {
			$open[$this->numbers[$node]]--;
			if (isset($next[$node])) {
				return $next[$node];
			}
		}

		return null;
	}

	/** @return array{array<int, int>, array<int, int>} the first callee of each node, and its next sibling */
	private function links(): array
	{
		$first = $next = [];
		for ($node = count($this->parents) - 1; $node > 0; $node--) {
			$parent = $this->parents[$node] ?? self::MAIN; // lines of main() are beside it
			if (isset($first[$parent])) {
				$next[$node] = $first[$parent];
			}
			$first[$parent] = $node;
		}

		return [$first, $next];
	}
}
