<?php
/**
 * A profile as a table: the array of xhprof_disable() summed up by function.
 *
 *     require 'report.php';
 *     xhprof_enable(XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY);
 *     work();
 *     echo new FlatTable(new FlatProfile(xhprof_disable()));
 *
 * Needs nothing but PHP 8.1; works on the array of any xhprof, also on one that was stored. For runs in files
 * there is cli/bin/xhprof.
 */

declare(strict_types=1);

use XHProf\Cli\Terminal\Text;

require_once __DIR__ . '/../cli/autoload.php';

/** Calls, inclusive and exclusive cost of each function. */
final class FlatProfile
{
	/** @var array<string, array{ct: int, incl: array<string, int>, excl: array<string, int>}> */
	public readonly array $functions;

	/** @var array<string, int> what main() took: the whole profile */
	public readonly array $totals;

	public readonly int $pairs;

	/** @param array<string, array<string, int>> $pairs what xhprof_disable() returned */
	public function __construct(array $pairs)
	{
		if (!isset($pairs['main()'])) {
			throw new InvalidArgumentException('not a profile: the array has no "main()"');
		}

		$this->totals = $pairs['main()'];
		$this->functions = self::byFunction(self::byNode($pairs));
		$this->pairs = count($pairs) - 1;
	}

	/** Sums rows. Own cost adds up over functions; inclusive cost does not: callers contain callees. */
	public static function together(array $rows): array
	{
		$sum = ['ct' => 0, 'incl' => [], 'excl' => []];
		foreach ($rows as $row) {
			$sum['ct'] += $row['ct'];
			foreach ($row['excl'] as $metric => $value) {
				$sum['excl'][$metric] = ($sum['excl'][$metric] ?? 0) + $value;
			}
		}

		return $sum;
	}

	/**
	 * Sums by node: a function at one recursion level, "f" or "f@2". What its callees took is
	 * subtracted from what it took, which leaves its own.
	 */
	private static function byNode(array $pairs): array
	{
		$zero = array_fill_keys(array_keys(array_diff_key($pairs['main()'], ['ct' => 0])), 0);
		$none = ['ct' => 0, 'incl' => $zero, 'excl' => $zero];
		$nodes = [];

		foreach ($pairs as $key => $pair) {
			$names = explode('==>', (string) $key, 2);
			[$parent, $child] = isset($names[1]) ? $names : [null, $names[0]];
			$nodes[$child] ??= $none;
			$nodes[$child]['ct'] += $pair['ct'];
			foreach (array_intersect_key($pair, $zero) as $metric => $value) {
				$nodes[$child]['incl'][$metric] += $value;
				$nodes[$child]['excl'][$metric] += $value;
				if ($parent !== null) {
					$nodes[$parent] ??= $none;
					$nodes[$parent]['excl'][$metric] -= $value;
				}
			}
		}

		return $nodes;
	}

	/**
	 * Merges the recursion levels of a function. Calls and own cost add up; the inclusive cost of
	 * f@1 lies within that of f already, so only the outermost level gives it.
	 */
	private static function byFunction(array $nodes): array
	{
		$levels = [];
		foreach ($nodes as $name => $node) {
			[$function, $level] = self::level((string) $name, $nodes);
			$levels[$function][$level] = $node;
		}

		$functions = [];
		foreach ($levels as $function => $rows) {
			$functions[$function] = ['incl' => $rows[0]['incl'] ?? []] + self::together($rows);
		}

		return $functions;
	}

	/**
	 * "f@2" is level 2 of f, but only if f@1 was open below it: text that the profiler appends to
	 * a name (SQL, a URL) may end in @2 as well.
	 */
	private static function level(string $name, array $nodes): array
	{
		if (preg_match('/^(.+)@([1-9]\d*)$/sD', $name, $m) !== 1) {
			return [$name, 0];
		}
		$below = $m[2] === '1' ? $m[1] : $m[1] . '@' . ((int) $m[2] - 1);

		return isset($nodes[$below]) ? [$m[1], (int) $m[2]] : [$name, 0];
	}
}

/** A flat profile for the terminal: main(), the heaviest functions, and one line for the rest. */
final class FlatTable
{
	private const LABELS = ['wt' => 'wall', 'cpu' => 'CPU', 'mu' => 'memory', 'pmu' => 'peak'];
	private const CALLS = 9;
	private const NUMBER = 8;
	private const PERCENT = 5;

	/** Percent of what: memory in use at the end says little, functions free what others took. */
	private const WHOLE = ['wt' => 'wt', 'cpu' => 'cpu', 'mu' => 'pmu'];

	/** @var array<string, list<string>> metric to its columns: incl, incl%, excl, excl% */
	private array $columns = [];

	/** @var array<string, array{string, int, int}> metric to unit, how much makes one, decimals */
	private array $units = [];

	private int $nameCells;

	/** @param string $sort 'ct', or 'excl' or 'incl' and a metric: 'excl wt', 'incl mu' */
	public function __construct(
		private readonly FlatProfile $profile,
		private readonly int $limit = 25,
		int $width = 110,
		private readonly string $sort = 'excl wt',
	) {
		$taken = self::CALLS;
		foreach (array_intersect_key(self::LABELS, $profile->totals) as $metric => $_) {
			$this->units[$metric] = $this->unit($metric);
			if ($metric !== 'pmu') {
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
		$lines[] = $this->line('main()', $this->profile->functions['main()']);
		foreach (array_slice($rows, 0, $this->limit, true) as $name => $row) {
			$lines[] = $this->line((string) $name, $row);
		}
		$rest = array_slice($rows, $this->limit);
		if ($rest !== []) {
			$lines[] = $this->line('(' . count($rest) . ' more)', FlatProfile::together($rest));
		}

		return implode("\n", $lines) . "\n";
	}

	/** Wall has both percentages; in a narrow table the others go down to their own cost. */
	private static function columnsOf(string $metric, int $width): array
	{
		return match (true) {
			$metric === 'wt' => ['incl', 'incl%', 'excl', 'excl%'],
			$width < 100 => ['excl', 'excl%'],
			default => ['incl', 'excl', 'excl%'],
		};
	}

	private static function cells(string $column, string $metric): int
	{
		return str_ends_with($column, '%') ? self::PERCENT + ($metric === 'mu' ? 1 : 0) : self::NUMBER;
	}

	private function cellsOf(string $metric): int
	{
		return array_sum(array_map(fn (string $column) => self::cells($column, $metric), $this->columns[$metric]));
	}

	private function unit(string $metric): array
	{
		$most = abs($this->profile->totals[$metric]);
		foreach ($this->profile->functions as $row) {
			$most = max($most, abs($row['incl'][$metric] ?? 0), abs($row['excl'][$metric] ?? 0));
		}
		if ($metric === 'mu' || $metric === 'pmu') {
			return $most < 4 << 20 ? ['KiB', 1 << 10, 1] : ['MiB', 1 << 20, $most < 1 << 30 ? 2 : 0];
		}

		return $most < 10_000_000 ? ['ms', 1_000, 2] : ['s', 1_000_000, 2];
	}

	private function sorted(): array
	{
		[$kind, $metric] = explode(' ', $this->sort) + [1 => ''];
		$rows = array_diff_key($this->profile->functions, ['main()' => 0]);
		$value = static fn (array $row): int => $row[$kind][$metric] ?? $row['ct'];
		uasort($rows, static fn (array $a, array $b): int => $value($b) <=> $value($a));

		return $rows;
	}

	private function summary(): string
	{
		$parts = [];
		foreach ($this->units as $metric => [$unit, $scale, $decimals]) {
			$value = number_format($this->profile->totals[$metric] / $scale, $decimals);
			$parts[] = self::LABELS[$metric] . " $value $unit";
		}
		$functions = $this->profile->functions;
		$parts[] = number_format(array_sum(array_column($functions, 'ct')) - 1) . ' calls';
		$parts[] = number_format(count($functions) - 1) . ' functions';
		$parts[] = number_format($this->profile->pairs) . ' pairs';

		return implode(', ', $parts);
	}

	private function head(): array
	{
		$top = str_repeat(' ', $this->nameCells + self::CALLS);
		$bottom = str_pad('function', $this->nameCells) . Text::right('calls', self::CALLS);
		foreach ($this->columns as $metric => $columns) {
			$title = ' ' . self::LABELS[$metric] . ', ' . $this->units[$metric][0] . ' ';
			$top .= '  ' . str_pad($title, $this->cellsOf($metric) - 2, '-', STR_PAD_BOTH);
			$percent = $metric === 'mu' ? '%peak' : '%';
			foreach ($columns as $column) {
				$head = str_ends_with($column, '%') ? $percent : $column;
				$bottom .= Text::right($head, self::cells($column, $metric));
			}
		}

		return [rtrim($top), $bottom, str_repeat('-', strlen($bottom))];
	}

	private function line(string $name, array $row): string
	{
		$text = Text::fit($name, $this->nameCells);
		$text .= Text::right(self::count($row['ct']), self::CALLS);
		foreach ($this->columns as $metric => $columns) {
			foreach ($columns as $column) {
				$value = $row[rtrim($column, '%')][$metric] ?? null;
				$cell = $value === null ? '' : $this->cell($column, $metric, $value);
				$text .= Text::right($cell, self::cells($column, $metric));
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
		$whole = $this->profile->totals[self::WHOLE[$metric]] ?? 0;
		$percent = $whole > 0 ? 100 * $value / $whole : INF;

		return abs($percent) < 999.95 ? number_format($percent, abs($percent) < 99.95 ? 1 : 0) : '-';
	}

	private static function count(int $calls): string
	{
		return $calls < 10_000_000 ? (string) $calls : number_format($calls / 1e6, 1) . 'M';
	}
}
