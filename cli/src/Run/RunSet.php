<?php
declare(strict_types=1);

namespace XHProf\Cli\Run;

use XHProf\Cli\Metric\Metric;
use XHProf\Cli\Problem;
use XHProf\Cli\Statistics\Bootstrap;
use XHProf\Profile;

/**
 * One or several runs of the same work: the costs of each run, as a whole and by function, and all of them merged into
 * one run.
 *
 * @phpstan-type Values array<string, list<int>>
 */
final class RunSet
{
	/** The most runs of a set: this many are enough for an interval, and more take memory for each function. */
	public const MOST = 200;

	private ?Profile $sum = null;
	private int $count = 0;

	/** The number of runs beyond MOST. */
	public int $dropped = 0;

	/** The number of damaged runs. */
	public int $unreadable = 0;

	/** @var Values by metric, a value for each run */
	private array $totals = [];

	/** @var array<string, Values> the same by function; a run without the function has 0 */
	private array $functions = [];

	public static function ofRun(Profile $run): self
	{
		$set = new self();
		$set->add($run);

		return $set;
	}

	/**
	 * @param Values $totals
	 * @param array<string, Values> $functions
	 */
	public static function ofValues(Profile $sum, int $count, array $totals, array $functions): self
	{
		$set = new self();
		[$set->sum, $set->count, $set->totals, $set->functions] = [$sum, $count, $totals, $functions];

		return $set;
	}

	public function add(Profile $run): void
	{
		try {
			$this->sum = $this->sum === null ? $run : $this->sum->merge($run);
		} catch (\ValueError) {
			throw new Problem('some of these runs are of samples and others of calls',
				'only runs of the same kind can be compared');
		}
		$summary = $run->summary();
		$summary = ($summary['events'] ?? []) + $summary;
		$functions = $run->functions();
		$keys = array_intersect(Metric::keys(), array_keys($functions === [] ? [] : current($functions)));
		foreach ($keys as $key) {
			if (is_int($summary[$key] ?? null)) {
				$this->totals[$key][] = $summary[$key];
			}
		}
		foreach ($functions as $name => $row) {
			foreach ($keys as $key) {
				if (is_int($row[$key] ?? null)) {
					$this->functions[$name][$key] = array_pad($this->functions[$name][$key] ?? [], $this->count, 0);
					$this->functions[$name][$key][] = $row[$key];
				}
			}
		}
		$this->count++;
	}

	/**
	 * The same runs with other names for some functions. Functions that get the same name become one.
	 *
	 * @param array<string, string> $names
	 */
	public function renamed(array $names): self
	{
		$set = clone $this;
		$set->sum = $this->profile()->reduce(['rename' => $names]);
		$set->functions = [];
		foreach ($this->functions as $name => $values) {
			$to = $names[$name] ?? $name;
			foreach ($values as $key => $list) {
				$list = array_pad($list, $this->count, 0);
				$other = $set->functions[$to][$key] ?? [];
				$set->functions[$to][$key] = array_map(static fn (int $value, ?int $more): int => $value + (int) $more,
					$list, $other);
			}
		}

		return $set;
	}

	public function profile(): Profile
	{
		return $this->sum
			?? throw new Problem('none of these runs could be read', 'xhprof top FILE says what is wrong with one');
	}

	public function count(): int
	{
		return $this->count;
	}

	/** True if there are several runs whose single values are known, so that there are medians. */
	public function isMany(): bool
	{
		return $this->count > 1;
	}

	/**
	 * The values of a cost, one for each run; null if it was not recorded.
	 *
	 * @param string|null $function null: the whole run
	 * @param bool $withTexts adds the functions that have the same name and a text after "#"
	 * @return non-empty-list<int>|null
	 */
	public function values(?string $function, string $key, bool $withTexts = false): ?array
	{
		$all = $function === null ? $this->totals : $this->functions[$function] ?? [];
		foreach ($function !== null && $withTexts ? $this->functions : [] as $name => $values) {
			if (isset($values[$key]) && str_starts_with((string) $name, "$function#")) {
				$all[$key] = array_map(static fn (?int $sum, ?int $value): int => (int) $sum + (int) $value,
					$all[$key] ?? [], $values[$key]);
			}
		}
		$isRecorded = isset($all[$key]) || ($function !== null && isset($this->functions['main()'][$key]));
		$values = array_pad($all[$key] ?? [], $this->count, 0);

		return $isRecorded && $values !== [] ? $values : null;
	}

	/**
	 * The median, range and interval of a value of the whole run.
	 *
	 * @return array{median: int, range: array{float, float}, interval: array{float, float}|null}|null null: it was not
	 *     recorded. The interval is that of the median; null: there are too few runs
	 */
	public function total(string $key): ?array
	{
		$values = $this->values(null, $key);

		return $values === null ? null
			: ['median' => Bootstrap::median($values), 'range' => [(float) min($values), (float) max($values)],
				'interval' => $this->count < Bootstrap::LEAST ? null
					: Bootstrap::interval([0], $values, static fn (int $none, int $median): int => $median)];
	}

	/**
	 * The medians of a function's values.
	 *
	 * @return array<string, int>|null null: no run has the function
	 */
	public function medians(string $function): ?array
	{
		$medians = [];
		foreach (array_keys($this->functions[$function] ?? []) as $key) {
			$medians[$key] = Bootstrap::median($this->values($function, $key) ?? [0]);
		}

		return $medians === [] ? null : $medians;
	}

	/** @return array{count: int, totals: Values, functions: array<string, Values>} for a file */
	public function data(): array
	{
		$functions = [];
		foreach ($this->functions as $name => $values) {
			foreach ($values as $key => $list) {
				$functions[$name][$key] = array_pad($list, $this->count, 0);
			}
		}

		return ['count' => $this->count, 'totals' => $this->totals, 'functions' => $functions];
	}
}
