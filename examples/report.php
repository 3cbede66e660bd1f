<?php
/**
 * A profile as a table, by function.
 *
 *     require 'report.php';
 *     xhprof_enable(XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY);
 *     work();
 *     echo new FlatTable(xhprof_stop());
 *
 * The array of any xhprof, also one that was stored, becomes a profile by XHProf\Profile::fromPairs(). For runs in
 * files there is cli/bin/xhprof.
 */

declare(strict_types=1);

use XHProf\Cli\Terminal\Text;
use XHProf\Profile;

require_once __DIR__ . '/../cli/autoload.php';

/** A flat profile for the terminal: main(), the heaviest functions, and one line for the rest. */
final class FlatTable
{
	private const LABELS = ['wall_ns' => 'wall', 'cpu_ns' => 'CPU', 'memory_bytes' => 'memory', 'peak_bytes' => 'peak'];
	private const CALLS = 9;
	private const NUMBER = 8;
	private const PERCENT = 5;

	/** @var array<string, list<string>> metric to its columns: incl, incl%, excl, excl% */
	private array $columns = [];

	/** @var array<string, array{string, int, int}> metric to unit, how much makes one, decimals */
	private array $units = [];

	/** @var array<string, array<string, int|string|null>> as Profile::functions() has them */
	private array $functions;

	/** @var array<string, int|float|string> as Profile::summary() has it */
	private array $totals;

	private int $nameCells;

	/** @param string $sort a key of the rows of Profile::functions(): 'calls', 'own_wall_ns', 'memory_bytes' */
	public function __construct(
		Profile $profile,
		private readonly int $limit = 25,
		int $width = 110,
		private readonly string $sort = 'own_wall_ns',
	) {
		$this->functions = $profile->functions();
		$this->totals = $profile->summary();
		$taken = self::CALLS;
		foreach (array_intersect_key(self::LABELS, $this->totals) as $metric => $_) {
			$this->units[$metric] = $this->unit($metric);
			if ($metric !== 'peak_bytes') {
				$this->columns[$metric] = self::columnsOf($metric, $width);
				$taken += $this->cellsOf($metric);
			}
		}
		$this->nameCells = max(16, min(60, $width - $taken));
	}

	public function __toString(): string
	{
		$rows = $this->sorted();
		$lines = [$this->summary(), '', ...$this->head()];
		$lines[] = $this->line('main()', $this->functions['main()']);
		foreach (array_slice($rows, 0, $this->limit, true) as $name => $row) {
			$lines[] = $this->line((string) $name, $row);
		}
		$rest = array_slice($rows, $this->limit);
		if ($rest !== []) {
			$lines[] = $this->line('(' . count($rest) . ' more)', self::together($rest));
		}

		return implode("\n", $lines) . "\n";
	}

	/** Own cost adds up over functions; with callees it does not: callers contain callees. */
	private static function together(array $rows): array
	{
		$sum = ['calls' => array_sum(array_column($rows, 'calls'))];
		foreach (array_keys(self::LABELS) as $metric) {
			$own = array_column($rows, "own_$metric");
			$sum += $own === [] ? [] : ["own_$metric" => array_sum($own)];
		}

		return $sum;
	}

	/**
	 * Wall has both percentages; in a narrow table the others go down to their own cost. Memory has none: functions
	 * free what others took, so that no whole is a sum of parts.
	 */
	private static function columnsOf(string $metric, int $width): array
	{
		return match (true) {
			$metric === 'wall_ns' => ['incl', 'incl%', 'excl', 'excl%'],
			$metric === 'memory_bytes' => $width < 100 ? ['excl'] : ['incl', 'excl'],
			$width < 100 => ['excl', 'excl%'],
			default => ['incl', 'excl', 'excl%'],
		};
	}

	private static function cells(string $column): int
	{
		return str_ends_with($column, '%') ? self::PERCENT : self::NUMBER;
	}

	private function cellsOf(string $metric): int
	{
		return array_sum(array_map(fn (string $column) => self::cells($column), $this->columns[$metric]));
	}

	private function unit(string $metric): array
	{
		$most = max(array_map(abs(...),
			[...array_column($this->functions, $metric), ...array_column($this->functions, "own_$metric")]));
		if ($metric === 'memory_bytes' || $metric === 'peak_bytes') {
			return $most < 4 << 20 ? ['KiB', 1 << 10, 1] : ['MiB', 1 << 20, $most < 1 << 30 ? 2 : 0];
		}

		return $most < 10_000_000_000 ? ['ms', 1_000_000, 2] : ['s', 1_000_000_000, 2];
	}

	private function sorted(): array
	{
		$rows = array_diff_key($this->functions, ['main()' => 0]);
		uasort($rows, fn (array $a, array $b): int => $b[$this->sort] <=> $a[$this->sort]);

		return $rows;
	}

	private function summary(): string
	{
		$parts = [];
		foreach ($this->units as $metric => [$unit, $scale, $decimals]) {
			$parts[] = self::LABELS[$metric] . ' '
				. number_format($this->totals[$metric] / $scale, $decimals) . " $unit";
		}
		foreach (['calls', 'functions', 'pairs'] as $count) {
			$parts[] = number_format($this->totals[$count] - 1) . " $count";
		}

		return implode(', ', $parts);
	}

	private function head(): array
	{
		$top = str_repeat(' ', $this->nameCells + self::CALLS);
		$bottom = str_pad('function', $this->nameCells) . Text::right('calls', self::CALLS);
		foreach ($this->columns as $metric => $columns) {
			$title = ' ' . self::LABELS[$metric] . ', ' . $this->units[$metric][0] . ' ';
			$cells = $this->cellsOf($metric) - 2;
			$top .= '  ' . str_pad($title, $cells, strlen($title) + 2 > $cells ? ' ' : '-', STR_PAD_BOTH);
			foreach ($columns as $column) {
				$bottom .= Text::right(str_ends_with($column, '%') ? '%' : $column, self::cells($column));
			}
		}

		return [rtrim($top), $bottom, str_repeat('-', strlen($bottom))];
	}

	private function line(string $name, array $row): string
	{
		$text = Text::fit($name, $this->nameCells);
		$text .= Text::right(self::count($row['calls']), self::CALLS);
		foreach ($this->columns as $metric => $columns) {
			foreach ($columns as $column) {
				$value = $row[(str_starts_with($column, 'excl') ? 'own_' : '') . $metric] ?? null;
				$cell = $value === null ? '' : $this->cell($column, $metric, $value);
				$text .= Text::right($cell, self::cells($column));
			}
		}

		return rtrim($text);
	}

	private function cell(string $column, string $metric, int $value): string
	{
		if (!str_ends_with($column, '%')) {
			[, $scale, $decimals] = $this->units[$metric];

			return number_format($value / $scale, $decimals, '.', '');
		}
		$whole = $this->totals[$metric];
		$percent = $whole > 0 ? 100 * $value / $whole : INF;

		return abs($percent) < 999.95 ? number_format($percent, abs($percent) < 99.95 ? 1 : 0) : '-';
	}

	private static function count(int $calls): string
	{
		return $calls < 10_000_000 ? (string) $calls : number_format($calls / 1e6, 1) . 'M';
	}
}
