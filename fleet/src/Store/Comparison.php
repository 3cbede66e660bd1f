<?php
declare(strict_types=1);

namespace XHProf\Fleet\Store;

use XHProf\Cli\Terminal\Units;
use XHProf\Fleet\Shift\Composition;
use XHProf\Fleet\Shift\Contrast;
use XHProf\Fleet\Shift\Shifts;

/**
 * Compares two parts of a store. If a release runs on some hosts while an older one runs on others, the two are
 * compared in the same time, and each host also with itself before. Otherwise hosts are compared with themselves,
 * before and after. A time of day is compared with the same time of another day.
 *
 * @phpstan-import-type Cells from ClickHouseStore
 * @phpstan-type Side array{cells: Cells, units: list<int|string>, samples: float}
 */
final class Comparison
{
	/** How many stretches of time a side has: at least, at most, and as a rule; and the least length of one. */
	private const LEAST_STRETCHES = 6;
	private const MOST_STRETCHES = 48;
	private const STRETCHES = 24;
	private const STRETCH_S = 600;

	/**
	 * The least number of hosts on both sides together, and the least time that both releases must run side by side.
	 */
	private const LEAST_HOSTS = 8;
	private const LEAST_S = 1800;

	/** Units with less than this part of the median load are left out. */
	private const LEAST_LOAD = 0.1;

	/** The basis of the comparison: "6 h before and 6 h after on 20 hosts, in stretches of 15 min". */
	public string $basis = '';

	/** Why there is no result; empty: there is one. */
	public string $doubt = '';

	public ?Shifts $shifts = null;

	/** @param string $cost "wall" or "cpu" */
	private function __construct(private readonly ClickHouseStore $store, private readonly Selection $selection,
		private readonly string $cost)
	{
	}

	public static function ofReleases(ClickHouseStore $store, Selection $selection, string $cost,
		Release $old, Release $new): self
	{
		$comparison = new self($store, $selection, $cost);
		$comparison->besideEachOther($old, $new) || $comparison->oneAfterTheOther($old, $new);

		return $comparison;
	}

	/** Compares the selection with the same time $earlier seconds before. */
	public static function ofTimes(ClickHouseStore $store, Selection $selection, string $cost, int $earlier): self
	{
		$comparison = new self($store, $selection, $cost);
		$span = $selection->until - $selection->since;
		$length = self::length($span);
		$count = min(self::MOST_STRETCHES, intdiv($span, $length));
		if ($count < self::LEAST_STRETCHES) {
			$comparison->doubt = 'it takes ' . Units::span(self::LEAST_STRETCHES * self::STRETCH_S) . ' of both';

			return $comparison;
		}
		$since = $selection->until - $count * $length;
		$comparison->basis = Units::span($count * $length) . ' of each, in stretches of ' . Units::span($length);
		$comparison->compareTimes($selection->at($since - $earlier, $selection->until - $earlier),
			$selection->at($since, $selection->until), $length, true);

		return $comparison;
	}

	/** @return bool false: they did not run side by side for long enough, or on enough hosts */
	private function besideEachOther(Release $old, Release $new): bool
	{
		$end = min($old->end(), $new->end());
		$later = array_filter($new->hosts, static fn (array $host): bool => $host['last'] > $end - self::LEAST_S);
		$since = $later === [] ? $end : max(array_column($later, 'first'));
		if ($end - $since < max(self::LEAST_S, ($new->end() - $new->first()) / 2)) {
			return false;
		}
		$earlier = array_filter(array_diff_key($old->hosts, $later),
			static fn (array $host): bool => $host['first'] <= $since && $host['last'] > $end - self::LEAST_S);
		[$before, $after] = [array_keys($earlier), array_keys($later)];
		// The earlier time begins here, and ends where the newer release began. Hosts that ran the older one then are
		// pairs.
		$start = max($this->selection->since, $new->first() - ($end - $since));
		$isOld = static fn (string|int $host): bool => isset($old->hosts[$host])
			&& $old->hosts[$host]['first'] < $start + ($new->first() - $start) / 2;
		[$beforeToo, $afterToo] = [array_values(array_filter($before, $isOld)),
			array_values(array_filter($after, $isOld))];
		$isPaired = $new->first() - $start >= self::LEAST_S && self::areEnough($beforeToo, $afterToo);
		if ($isPaired) {
			[$before, $after] = [$beforeToo, $afterToo];
		}
		if (!self::areEnough($before, $after)) {
			return false;
		}
		$this->basis = Units::of(count($after), 'host') . ' beside '
			. Units::count(count($before)) . ' for ' . Units::span($end - $since)
			. ($isPaired ? ', and the same hosts in the ' . Units::span($new->first() - $start) . ' before' : '');
		$this->compareHosts($before, $after, $old, $new, [$since, $end], $isPaired ? [$start, $new->first()] : null);

		return true;
	}

	/**
	 * @param list<int|string> $before
	 * @param list<int|string> $after
	 */
	private static function areEnough(array $before, array $after): bool
	{
		return $before !== [] && $after !== [] && count($before) + count($after) >= self::LEAST_HOSTS;
	}

	/**
	 * @param list<int|string> $before
	 * @param list<int|string> $after
	 * @param array{int, int} $time
	 * @param array{int, int}|null $earlier
	 */
	private function compareHosts(array $before, array $after, Release $old, Release $new, array $time,
		?array $earlier): void
	{
		$sides = [$this->selection->at($time[0], $time[1], $old->condition()),
			$this->selection->at($time[0], $time[1], $new->condition())];
		$first = $this->side($sides[0], null, $before, ...$sides);
		$second = $this->side($sides[1], null, $after, ...$sides);
		if ($earlier !== null) {
			$all = $this->side($this->selection->at($earlier[0], $earlier[1], $old->condition()), null,
				[...$before, ...$after], ...$sides);
			$first['units'] = array_values(array_intersect($first['units'], $all['units']));
			$second['units'] = array_values(array_intersect($second['units'], $all['units']));
			$all['units'] = [...$first['units'], ...$second['units']];
		}
		[$before, $after] = [count($first['units']), count($second['units'])];
		if (!self::areEnough($first['units'], $second['units'])) {
			$this->doubt = "samples are of $after hosts beside $before, and it takes " . self::LEAST_HOSTS;

			return;
		}
		$this->find(isset($all) ? self::joined($all, $first) : $first, $second,
			static fn (): Contrast => Contrast::ofHosts($before, $after, $earlier !== null));
	}

	private function oneAfterTheOther(Release $old, Release $new): void
	{
		$hosts = array_keys(array_intersect_key($new->hosts, $old->hosts));
		if ($hosts === []) {
			$this->doubt = 'no host had both, and they did not run beside each other on ' . self::LEAST_HOSTS
				. ' hosts for ' . Units::span(self::LEAST_S);

			return;
		}
		$since = max(array_map(static fn (int|string $host): int => $new->hosts[$host]['first'], $hosts));
		$spans = [$new->first() - max($this->selection->since, $old->first()), $new->end() - $since];
		$length = self::length(min($spans));
		[$before, $after] =
			array_map(static fn (int $span): int => min(self::MOST_STRETCHES, intdiv(max(0, $span), $length)), $spans);
		if (min($before, $after) < self::LEAST_STRETCHES) {
			$lack = self::LEAST_STRETCHES * self::STRETCH_S - max(0, min($spans));
			$this->doubt = 'it takes ' . Units::span($lack) . ' more of '
				. ($spans[0] < $spans[1] ? $old->version : $new->version);

			return;
		}
		$on = new Condition('host', false, false, array_map(strval(...), $hosts));
		$this->basis = Units::span($before * $length) . ' before and ' . Units::span($after * $length) . ' after on '
			. Units::of(count($hosts), 'host') . ', in stretches of ' . Units::span($length);
		$this->compareTimes(
			$this->selection->at($new->first() - $before * $length, $new->first(), $on, $old->condition()),
			$this->selection->at($since, $since + $after * $length, $on, $new->condition()), $length, false);
	}

	/** @param bool $isPaired the stretches of both sides are of the same times of day */
	private function compareTimes(Selection $before, Selection $after, int $length, bool $isPaired): void
	{
		[$first, $second] = array_map(fn (Selection $side): array => $this->side($side, $length,
			range(0, intdiv($side->until - $side->since, $length) - 1), $before, $after), [$before, $after]);
		if ($isPaired) {
			$first['units'] = $second['units'] = array_values(array_intersect($first['units'], $second['units']));
		}
		if (min(count($first['units']), count($second['units'])) < self::LEAST_STRETCHES) {
			$this->doubt = 'samples are in ' . count($first['units']) . ' and ' . count($second['units'])
				. ' of these, and it takes ' . self::LEAST_STRETCHES . ' of both';

			return;
		}
		$this->find($first, $second, static fn (array $before, array $after): Contrast => $isPaired
			? Contrast::ofPairs(count($before)) : Contrast::ofTimes($before, $after));
	}

	/**
	 * @param list<int|string> $units
	 * @return Side without units that had next to no load
	 */
	private function side(Selection $side, ?int $seconds, array $units, Selection ...$all): array
	{
		$cells = $this->store->cells($this->cost, $seconds, $side, ...$all);
		$totals = array_fill_keys($units, 0);
		foreach (array_merge(...array_map(array_values(...), array_values($cells))) as $weights) {
			foreach (array_intersect_key($weights, $totals) as $unit => $weight) {
				$totals[$unit] += $weight;
			}
		}
		$sorted = array_values($totals);
		sort($sorted);
		$loaded = array_filter($totals, static fn (int $total): bool => $total > 0
			&& $total >= self::LEAST_LOAD * $sorted[intdiv(count($sorted), 2)]);

		return ['cells' => $cells, 'units' => array_keys($loaded), 'samples' => $this->store->effective($side)];
	}

	/**
	 * @param Side $first
	 * @param Side $second
	 * @return Side
	 */
	private static function joined(array $first, array $second): array
	{
		$cells = [];
		foreach (['e' => $first, 'l' => $second] as $mark => $side) {
			foreach ($side['cells'] as $route => $paths) {
				foreach ($paths as $path => $weights) {
					foreach ($weights as $unit => $weight) {
						$cells[$route][$path]["$mark$unit"] = $weight;
					}
				}
			}
		}

		return ['cells' => $cells, 'samples' => $first['samples'] + $second['samples'],
			'units' => [...array_map(static fn (int|string $unit): string => "e$unit", $first['units']),
				...array_map(static fn (int|string $unit): string => "l$unit", $second['units'])]];
	}

	/**
	 * @param Side $first
	 * @param Side $second
	 * @param \Closure(list<float>, list<float>): Contrast $contrast makes the contrast from the logarithms of both
	 *     sides' load
	 */
	private function find(array $first, array $second, \Closure $contrast): void
	{
		[$before, $after] = [count($first['units']), count($second['units'])];
		$routes = [];
		foreach ([[$first, 0], [$second, $before]] as [$side, $from]) {
			$places = array_flip($side['units']);
			foreach ($side['cells'] as $route => $paths) {
				foreach ($paths as $path => $weights) {
					foreach (array_intersect_key($weights, $places) as $unit => $weight) {
						$routes[$route][$path][$places[$unit] + $from] = (float) $weight;
					}
				}
			}
		}
		$all = array_sum(
			array_map(static fn (array $paths): float => array_sum(array_map(array_sum(...), $paths)), $routes));
		$sample = $all / max(1.0, $first['samples'] + $second['samples']);
		$frames = $this->store->frames(array_values(
			array_filter(array_unique(array_merge(...array_map(array_keys(...), array_values($routes)))))));
		$compositions = $stacks = [];
		foreach ($routes as $route => $paths) {
			$compositions[$route] = new Composition(array_map(static fn (int $path, array $weights): array =>
				[$frames[$path] ?? ['(lighter call paths)'], $weights], array_keys($paths), $paths),
				$before, $after, $sample);
			$stacks[] = [[(string) $route], $compositions[$route]->totals];
		}
		$service = new Composition($stacks, $before, $after, $sample);
		$loads = array_map(static fn (float $total): float => log(max($sample, $total)), $service->totals);
		$this->shifts = new Shifts($compositions, $service,
			$contrast(array_slice($loads, 0, $before), array_slice($loads, $before)));
	}

	private static function length(int $span): int
	{
		return max(self::STRETCH_S, 60 * (int) ceil($span / self::STRETCHES / 60));
	}
}
