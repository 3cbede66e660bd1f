<?php
declare(strict_types=1);

namespace XHProf\Cli\Metric;

use XHProf\Cli\Problem;
use XHProf\Cli\Saved\Dimension;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;

/**
 * The quantities that a run measures, by xhprof's short names: "wt", and "own_wt" without callees.
 *
 * @api
 */
final class Metric
{
	/** @var array<string, string> the keys of XHProf\Profile, by short name */
	private const KEYS = ['wt' => 'wall_ns', 'cpu' => 'cpu_ns', 'mu' => 'memory_bytes', 'pmu' => 'peak_bytes'];

	/** The short names, by words that mean the same. */
	private const WORDS = ['calls' => 'ct', 'wall' => 'wt', 'memory' => 'mu', 'peak' => 'pmu'];

	/** What a row has beside costs: extremes of single calls, and its place. */
	private const NO_COSTS = ['min_wall_ns', 'max_wall_ns', 'line'];

	private const LABELS = ['ct' => 'calls', 'wt' => 'wall', 'cpu' => 'CPU', 'mu' => 'memory', 'pmu' => 'peak'];

	private function __construct(
		public readonly string $name,
		public readonly string $key,
		public readonly string $label,
		public readonly bool $isEvent,
		private readonly string $unit,
	) {
	}

	/** @throws Problem if there is no such metric */
	public static function of(string $name): self
	{
		$base = str_starts_with($name, 'own_') ? substr($name, 4) : $name;
		$base = self::WORDS[$base] ?? $base;
		$name = (str_starts_with($name, 'own_') ? 'own_' : '') . $base;
		$event = Events::known()[$base] ?? null;
		$key = $name === 'ct' ? 'calls' : self::KEYS[$base] ?? ($event === null ? null : $base);
		if ($key === null) {
			throw new Problem("unknown metric \"$name\"", Dimension::hint($name) ?? Text::hint($name,
				[...array_keys(self::WORDS), ...self::names(), ...array_keys(Events::known())])
				. 'metrics are calls, wall, cpu, memory, peak (short: ct, wt, cpu, mu, pmu), own_wall and so on, '
				. 'and the events of xhprof run --events');
		}
		$own = $base !== $name;

		return new self($name, ($own ? 'own_' : '') . $key, ($own ? 'own ' : '') . (self::LABELS[$base] ?? $base),
			$event !== null, $event['unit'] ?? '');
	}

	/** The same metric without callees. For calls, there is no such metric, and they stay as they are. */
	public static function own(string $name): self
	{
		$metric = self::of($name);

		return $metric->isOwn() || $metric->name === 'ct' ? $metric : self::of("own_$metric->name");
	}

	/** The same metric with callees. */
	public static function inclusive(string $name): self
	{
		$metric = self::of($name);

		return $metric->isOwn() ? self::of(substr($metric->name, 4)) : $metric;
	}

	private function isOwn(): bool
	{
		return str_starts_with($this->name, 'own_');
	}

	/** @return list<string> */
	public static function names(): array
	{
		$own = array_map(static fn (string $name) => "own_$name", array_keys(self::KEYS));

		return ['ct', ...array_keys(self::KEYS), ...$own];
	}

	/** @return list<string> all keys of metrics and events in a row of a function */
	public static function keys(): array
	{
		$keys = [...array_values(self::KEYS), ...array_keys(Events::known())];

		return ['calls', ...$keys, ...array_map(static fn (string $key): string => "own_$key", $keys)];
	}

	/** True if numbers under this key of rows add up: of a function's texts, or of runs. A peak is one run's. */
	public static function addsUp(string $key, bool $isOfRuns): bool
	{
		return !in_array($key, self::NO_COSTS, true) && !($isOfRuns && str_ends_with($key, 'peak_bytes'));
	}

	/**
	 * The metrics, callees included, that rows like this one have.
	 *
	 * @param array<string, mixed> $row
	 * @return list<self>
	 */
	public static function in(array $row): array
	{
		$names = array_keys(array_intersect(['ct' => 'calls'] + self::KEYS, array_keys($row)));
		$events = array_values(array_intersect(array_keys(Events::known()), array_keys($row)));

		return array_map(self::of(...), [...$names, ...$events]);
	}

	/** True if its values are nanoseconds. */
	public function isTime(): bool
	{
		return str_ends_with($this->key, '_ns') || $this->unit === 'ns';
	}

	/** True if its values are numbers of something. All others are bytes. */
	public function isCount(): bool
	{
		return $this->key === 'calls' || $this->unit === 'count';
	}

	/** A value for people, with its unit. */
	public function text(int $value): string
	{
		return match (true) {
			$this->isTime() => Units::time($value),
			$this->isCount() => Units::count($value),
			default => Units::bytes($value),
		};
	}

	/**
	 * The metric's value in a row: nanoseconds, bytes or a number.
	 *
	 * @param array<string, mixed> $row
	 * @throws Problem if the run did not measure it
	 */
	public function value(array $row): int
	{
		$value = $row[$this->key] ?? null;

		return is_int($value) ? $value : throw new Problem("the run has no \"$this->name\"", $this->reason());
	}

	/**
	 * Why a run does not have the metric. A timeline does not say when CPU time passed, nor which call raised the peak.
	 */
	private function reason(): string
	{
		$lacking = match (self::inclusive($this->name)->name) {
			'cpu' => 'a part of a timeline has no CPU time; otherwise ',
			'pmu' => 'a part of a timeline has no peaks; otherwise ',
			default => '',
		};

		return $lacking . 'it was not recorded; '
			. ($this->isEvent ? 'xhprof run --events ' . str_replace('own_', '', $this->name) . ' counts it'
				: 'xhprof run --flags cpu,memory records all');
	}
}
