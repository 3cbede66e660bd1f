<?php
declare(strict_types=1);

namespace XHProf\Cli\Comparison;

use XHProf\Cli\Metric\Metric;
use XHProf\Cli\Problem;
use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Statistics\Average;
use XHProf\Cli\Statistics\Bootstrap;
use XHProf\Cli\Statistics\ShareErrors;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;
use XHProf\Profile;

/**
 * The change from one run to another. For sets of runs it is the change of medians, with its 95 % interval if there are
 * enough runs. The terminal and the page both show these numbers.
 *
 * @phpstan-import-type FunctionRow from Profile
 * @phpstan-import-type FunctionChange from Profile
 * @phpstan-import-type Interval from Bootstrap
 * @phpstan-type Total array{metric: Metric, before: int, after: int, interval: Interval|null, relative: Interval|null}
 */
final class SetDiff
{
	/** The URL of merged runs that do not have the same one. */
	private const NO_URL = 'unknown';

	/** Keys of meta that say how the runs were made. */
	private const MADE_BY = ['php', 'sapi', 'hook', 'opcache', 'jit', 'machine'];

	/**
	 * With opcache, a run that compiles at least this many files, for at least this part of its time, began with a cold
	 * cache.
	 */
	private const COLD_FILES = 10;
	private const COLD_SHARE = 0.1;

	/** @var array<string, array<string, mixed>> by function */
	public readonly array $before;

	/** @var array<string, array<string, mixed>> */
	public readonly array $after;

	/** @var array<string, array<string, int|string|null>> by function, the greatest change of own time first */
	public readonly array $changes;

	/** @var array<string, Interval|null> those computed so far */
	private array $intervals = [];

	private ?CallChanges $calls = null;

	/** The earlier runs, with the names of functions in the later ones. */
	public readonly RunSet $old;

	public readonly Matching $matching;

	/** @param list<string> $wishes the values of --rename */
	public function __construct(RunSet $old, public readonly RunSet $new, array $wishes = [])
	{
		$this->matching = new Matching($old, $new, $wishes);
		$this->old = $old = $this->matching->apply($old);
		$this->before = self::rows($old);
		$this->after = self::rows($new);
		try {
			$changes = $new->profile()->diff($old->profile());
		} catch (\ValueError) {
			throw new Problem('one is a run of calls, the other one of samples', 'record both in the same mode');
		}
		$this->changes = $this->isMany() ? $this->changesOfMedians() : $changes;
	}

	/** True if values are medians. */
	public function isMany(): bool
	{
		return $this->old->isMany() || $this->new->isMany();
	}

	/** Finds where numbers of calls began to change, whatever the metric is. */
	public function calls(): CallChanges
	{
		return $this->calls ??= CallChanges::between($this->old->profile(), $this->new->profile(),
			$this->changedCalls());
	}

	/** @return array<string, true> */
	private function changedCalls(): array
	{
		$changed = [];
		foreach ($this->isOfSamples() ? [] : $this->after + $this->before as $name => $any) {
			if ($this->hasOtherCalls((string) $name)) {
				$changed[$name] = true;
			}
		}

		return $changed;
	}

	/**
	 * True if calls are more or fewer. For sets this means that each run of one set has more calls than all runs of the
	 * other.
	 */
	private function hasOtherCalls(string $function): bool
	{
		$old = $this->isMany() ? $this->old->values($function, 'calls') ?? [0]
			: [$this->before[$function]['calls'] ?? 0];
		$new = $this->isMany() ? $this->new->values($function, 'calls') ?? [0]
			: [$this->after[$function]['calls'] ?? 0];

		return max($old) < min($new) || min($old) > max($new);
	}

	/** True if both sides have enough runs to tell a change from noise. */
	public function hasIntervals(): bool
	{
		return min($this->old->count(), $this->new->count()) >= Bootstrap::LEAST;
	}

	/** "medians of 20 and 20 runs"; empty: one run each. */
	public function basis(): string
	{
		return $this->isMany() ? "medians of {$this->old->count()} and {$this->new->count()} runs" : '';
	}

	/** Why a change cannot be told from noise; empty: it can. */
	public function doubt(): string
	{
		[$before, $after] = [$this->old->count(), $this->new->count()];
		$runs = array_map(static fn (RunSet $set): int => $set->profile()->summary()['runs'], [$this->old, $this->new]);

		return match (true) {
			$this->hasIntervals() => '',
			!$this->isMany() && max($runs) > 1 =>
				"averages of $runs[0] and $runs[1] runs cannot tell a change from noise: {$this->remedy()}",
			!$this->isMany() => "one run each cannot tell a change from noise: {$this->remedy()}",
			default => "$before and $after runs cannot tell a change from noise: that takes "
				. Bootstrap::LEAST . ' of each',
		};
	}

	/** The advice in doubt() alone, for users who have read the doubt already; empty: there is none. */
	public function wayOut(): string
	{
		$doubt = $this->doubt();

		return $doubt === '' ? '' : 'to tell a change from noise'
			. preg_replace(['/^[^:]*/', '/ can$/D', '/^: that takes/'], ['', '', ' takes'], $doubt);
	}

	/** The advice: xhprof run can repeat a script, but requests can only be compared. */
	private function remedy(): string
	{
		return isset(self::madeBy($this->old)['request'])
			? 'compare folders of ' . Bootstrap::LEAST . " or more requests, xhprof diff 'BEFORE/*' 'AFTER/*'"
			: 'xhprof run --repeat 20 can';
	}

	/**
	 * Differences of script or request, PHP, settings and machine, if both runs have them. They may be the reason for a
	 * change.
	 *
	 * @return array<string, array{before: bool|string, after: bool|string}>
	 */
	public function differences(): array
	{
		[$old, $new] = [self::madeBy($this->old), self::madeBy($this->new)];
		$differences = [];
		foreach (array_intersect_key($old, $new) as $key => $before) {
			if ($before !== $new[$key]) {
				$differences[$key] = ['before' => $before, 'after' => $new[$key]];
			}
		}
		$isCold = [self::isCold($this->old), self::isCold($this->new)];
		if (($old['opcache'] ?? false) === true && ($new['opcache'] ?? false) === true && $isCold[0] !== $isCold[1]) {
			$differences["opcache's cache"] = ['before' => $isCold[0] ? 'cold' : 'warm',
				'after' => $isCold[1] ? 'cold' : 'warm'];
		}

		return $differences;
	}

	/** True if many files were compiled, and this took a large part of the time. */
	private static function isCold(RunSet $set): bool
	{
		$files = array_filter($set->profile()->functions(),
			static fn (string|int $name): bool => str_starts_with((string) $name, 'load::'), ARRAY_FILTER_USE_KEY);
		$summary = $set->profile()->summary();

		return array_sum(array_column($files, 'calls')) >= self::COLD_FILES * $summary['runs']
			&& array_sum(array_column($files, 'own_wall_ns')) >= self::COLD_SHARE * $summary['wall_ns'];
	}

	/** "hook ex -> observer, jit off -> on": the runs are not comparable; empty: no difference is known. */
	public function differencesText(): string
	{
		$name = static fn (bool|string $value): string => is_bool($value) ? ($value ? 'on' : 'off')
			: Text::plain($value);
		$texts = [];
		foreach ($this->differences() as $key => ['before' => $before, 'after' => $after]) {
			$texts[] = "$key {$name($before)} -> {$name($after)}";
		}

		return implode(', ', $texts);
	}

	/** @return array<string, bool|string> */
	private static function madeBy(RunSet $set): array
	{
		$meta = $set->profile()->meta() ?? [];
		$own = (array) ($meta['xhprof'] ?? []);
		$url = ($meta['url'] ?? self::NO_URL) === self::NO_URL ? null : $meta['url'];
		$values = is_string($own['method'] ?? null) ? ['request' => $url] : ['script' => self::script($url)];
		if (isset($own['store'])) {
			$values = [];
		}
		foreach (self::MADE_BY as $key) {
			$values[$key] = $own[$key] ?? null;
		}

		return array_filter($values, static fn (mixed $value): bool => is_string($value) || is_bool($value));
	}

	/**
	 * The script with its arguments, if xhprof.meta kept them, but without its folder, as checkouts of a program are in
	 * different folders.
	 */
	private static function script(mixed $url): ?string
	{
		return is_string($url) ? preg_replace('~^\S*/~', '', $url) : null;
	}

	/** @return list<string> remarks about runs that are not part of the comparison */
	public function leftOut(): array
	{
		$texts = [];
		foreach ([$this->old, $this->new] as $set) {
			$texts[] = $set->dropped === 0 ? ''
				: Units::count($set->dropped) . ' more are not compared, as at most ' . RunSet::MOST . ' are';
			$texts[] = $set->unreadable === 0 ? '' : Units::count($set->unreadable) . ' could not be read';
		}

		return array_values(array_filter($texts, static fn (string $text): bool => $text !== ''));
	}

	/** @return list<Total> the totals of main(); intervals are those of the change */
	public function totals(): array
	{
		return array_map($this->total(...),
			Metric::in(array_intersect_key(self::sums($this->new), self::sums($this->old))));
	}

	/** @return Total */
	public function total(Metric $metric): array
	{
		return ['metric' => $metric, 'before' => self::totalOf($this->old, $metric),
			'after' => self::totalOf($this->new, $metric),
			'interval' => $this->interval(null, $metric->key), 'relative' => $this->relative(null, $metric->key)];
	}

	/** True if the run as a whole has the metric. It has no own costs, only those of main(). */
	public function isTotal(Metric $metric): bool
	{
		return array_key_exists($metric->key, self::sums($this->new));
	}

	/**
	 * @param string|null $function null: the whole run
	 * @return Interval|null the interval of the change; null: there are too few runs
	 */
	public function interval(?string $function, string $key, bool $withTexts = false): ?array
	{
		if ($function !== null && $this->isSampled()) {
			return $this->sampledInterval($function, $key);
		}
		$asked = "$key\0$function" . ($withTexts ? "\0" : '');
		if (!array_key_exists($asked, $this->intervals)) {
			$before = $this->old->values($function, $key, $withTexts);
			$after = $this->new->values($function, $key, $withTexts);
			$this->intervals[$asked] = !$this->hasIntervals() || $before === null || $after === null ? null
				: Bootstrap::interval($before, $after, static fn (int $old, int $new): int => $new - $old);
		}

		return $this->intervals[$asked];
	}

	/**
	 * The interval of the change in relation to the earlier value. The ratio is computed for each draw: the bounds of
	 * the change, divided by one median, could say that a cost fell by more than 100 %.
	 *
	 * @return Interval|null null: there are too few runs, or an earlier one had no such cost
	 */
	public function relative(?string $function, string $key, bool $withTexts = false): ?array
	{
		$before = $this->old->values($function, $key, $withTexts);
		$after = $this->new->values($function, $key, $withTexts);

		return !$this->hasIntervals() || $before === null || $after === null || min($before) <= 0 ? null
			: Bootstrap::interval($before, $after, static fn (int $old, int $new): float => ($new - $old) / $old);
	}

	/** "sampled differently: before by perf signals, after by a helper thread"; empty: no difference is known. */
	public function sampledDifferently(): string
	{
		[$old, $new] = array_map(static fn (RunSet $set): array => $set->profile()->summary(),
			[$this->old, $this->new]);

		return !isset($old['sampled_by'], $new['sampled_by']) || isset($old['samples_beside'])
			|| isset($new['samples_beside']) || array_keys($old['sources'] ?? []) === array_keys($new['sources'] ?? [])
			? ''
			: "sampled differently: before by $old[sampled_by], after by $new[sampled_by]";
	}

	/** True for runs of samples, whose number is no number of calls. */
	public function isOfSamples(): bool
	{
		return $this->new->profile()->summary()['mode'] === 'sample';
	}

	/** True for two sums that stores made. One of them may be of more hosts or hours than the other. */
	public function isOfStores(): bool
	{
		return isset(((array) ($this->old->profile()->meta()['xhprof'] ?? []))['store'],
			((array) ($this->new->profile()->meta()['xhprof'] ?? []))['store']);
	}

	/** True if each side is one run of samples, whose shares have errors. */
	public function isSampled(): bool
	{
		return !$this->isMany() && isset($this->old->profile()->summary()['share_error_points'],
			$this->new->profile()->summary()['share_error_points']);
	}

	/**
	 * The interval that follows from the errors of both runs' samples.
	 *
	 * @return Interval|null
	 */
	private function sampledInterval(string $function, string $key): ?array
	{
		[$before, $after] = [$this->before[$function] ?? null, $this->after[$function] ?? null];
		[$old, $new] = [$before[$key] ?? 0, $after[$key] ?? 0];
		if (!in_array($key, ['own_wall_ns', 'wall_ns'], true) || !is_int($old) || !is_int($new)) {
			return null;
		}
		$error = hypot(ShareErrors::ns($this->old->profile(), $before, $key),
			ShareErrors::ns($this->new->profile(), $after, $key));

		return [$new - $old - $error, $new - $old + $error];
	}

	/** @return array<string, mixed> the values of the whole run, including events */
	private static function sums(RunSet $set): array
	{
		$summary = $set->profile()->summary();

		return ($summary['events'] ?? []) + $summary;
	}

	/**
	 * The medians of a set; for a sum of runs, the averages, except for peaks, which belong to one run.
	 *
	 * @return array<string, array<string, mixed>>
	 */
	private static function rows(RunSet $set): array
	{
		$runs = $set->profile()->summary()['runs'];
		$rows = [];
		foreach ($set->profile()->functions() as $name => $row) {
			$rows[$name] = $set->isMany() ? ($set->medians((string) $name) ?? []) + $row : Average::row($row, $runs);
		}

		return $rows;
	}

	private static function totalOf(RunSet $set, Metric $metric): int
	{
		$values = $set->isMany() ? $set->values(null, $metric->key) : null;
		$runs = $set->profile()->summary()['runs'];

		return $values !== null ? Bootstrap::median($values) : $metric->value(Average::row(self::sums($set), $runs));
	}

	/** @return array<string, array<string, int>> */
	private function changesOfMedians(): array
	{
		[$changes, $keys] = [[], Metric::keys()];
		foreach ($this->after + $this->before as $name => $any) {
			foreach (array_intersect($keys, array_keys($any)) as $key) {
				[$before, $after] = [$this->before[$name][$key] ?? 0, $this->after[$name][$key] ?? 0];
				if (is_int($before) && is_int($after)) {
					$changes[$name][$key] = $after - $before;
				}
			}
		}
		uasort($changes,
			static fn (array $a, array $b): int => abs($b['own_wall_ns'] ?? 0) <=> abs($a['own_wall_ns'] ?? 0));

		return $changes;
	}
}
