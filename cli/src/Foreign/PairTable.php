<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

/** Sums of calls by caller and callee, and the levels of recursion of both. */
final class PairTable
{
	/** @var array<string, int> the row of each */
	private array $rows = [];

	/** @var array<string, array<int, int|null>> of json */
	private array $columns = ['caller' => [], 'caller_level' => [], 'callee' => [], 'callee_level' => []];

	/**
	 * @param int|null $caller null of main()
	 * @param array<string, int> $values each time of the same columns
	 */
	public function add(?int $caller, int $callerLevel, int $callee, int $calleeLevel, array $values): void
	{
		$key = "$caller:$callerLevel:$callee:$calleeLevel";
		$row = $this->rows[$key] ?? null;
		if ($row === null) {
			$row = $this->rows[$key] = count($this->rows);
			$this->columns['caller'][] = $caller;
			$this->columns['caller_level'][] = $callerLevel;
			$this->columns['callee'][] = $callee;
			$this->columns['callee_level'][] = $calleeLevel;
		}
		foreach ($values as $column => $value) {
			$this->columns[$column][$row] = Whole::sum($this->columns[$column][$row] ?? 0, $value);
		}
	}

	/** @return array<string, array<int, int|null>> */
	public function columns(): array
	{
		return $this->columns;
	}
}
