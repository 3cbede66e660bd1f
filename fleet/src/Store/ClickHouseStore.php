<?php
declare(strict_types=1);

namespace XHProf\Fleet\Store;

use XHProf\Cli\Terminal\Units;
use XHProf\Profile;

/**
 * Queries a ClickHouse that xhprof ship fills. The server adds up, and returns one row for each call path.
 *
 * @phpstan-type Facts array{series: int, hosts: int, first: int, last: int}
 * @phpstan-type Cost array{samples: int, wall_ns: int, cpu_ns: int}
 * @phpstan-type Stack array{frames: list<string>, samples: int, wall_ns: int, cpu_ns: int}
 * @phpstan-type Running array{service: string, version: string, host: string, first: int, last: int, samples: int}
 * @phpstan-type Cells array<string, array<int, array<int|string, int>>>
 * @phpstan-type Weight array{name: string, hosts: int, samples: int, wall_ns: int, cpu_ns: int, first: int, last: int}
 */
final class ClickHouseStore
{
	/** The most call paths of a run. All lighter ones become a single one, which says how many they are. */
	public const MOST_PATHS = 200_000;

	/** The most values of an IN. This keeps the query below the 256 KiB that a server takes by default. */
	private const AT_ONCE = 10_000;

	/** The effective samples of traced runs, which leave nothing to chance: more than anybody takes. */
	private const EXACT = 1e15;

	private const NO_FRAMES = '(a path that is no longer in the store)';

	/** The most paths that are compared one by one. */
	private const MOST_COMPARED = 20_000;

	private readonly Hints $hints;
	private readonly Functions $functions;

	/**
	 * @param string $name the URL of the place, without credentials
	 * @param \Closure(string): string $query ClickHouseClient::query()
	 * @param int $most see MOST_PATHS
	 */
	public function __construct(private readonly string $name, private readonly \Closure $query,
		private readonly int $most = self::MOST_PATHS)
	{
		$this->hints = new Hints($this->rows(...));
		$this->functions = new Functions($this->rows(...));
	}

	/** The profiles of a selection, as one run of samples. */
	public function profile(Selection $selection): Profile
	{
		$facts = $this->facts($selection);
		if ($facts['series'] === 0) {
			throw $this->hints->nothing($selection);
		}
		[$costs, $rest, $effective] = $this->costs($selection, self::per($selection, $facts));
		$stacks = $this->stacks($costs);
		if ($rest !== null) {
			$stacks[] = $rest;
		}

		return Profile::fromStacks($stacks, $this->meta($selection, $facts), $effective > 0 ? $effective : null,
			$this->functions->of($selection, $stacks));
	}

	/**
	 * The run's meta, which its files have as well.
	 *
	 * @param Facts $facts
	 * @return array<string, mixed>
	 */
	private function meta(Selection $selection, array $facts): array
	{
		return ['url' => $selection->title(), 'request_ts_micro' => ['sec' => $selection->since, 'usec' => 0],
			'xhprof' => ['store' => ['name' => $this->name, 'selection' => $selection->name(),
				'kind' => $selection->kind, 'per' => implode(',', $selection->per),
				'since' => $selection->since, 'until' => $selection->until] + $facts]];
	}

	/**
	 * The extent of a selection: its series and hosts, and its first and last window.
	 *
	 * @return Facts
	 */
	public function facts(Selection $selection): array
	{
		$rows = $this->rows('SELECT toUInt64(count()), toUInt64(uniqExact(host)), toUInt64(toUInt32(min(first))), '
			. 'toUInt64(toUInt32(max(last))) FROM (SELECT series, min(ts) AS first, max(ts) AS last FROM '
			. $this->samples($selection) . ' GROUP BY series) AS a '
			. 'ANY LEFT JOIN (SELECT series, host FROM series WHERE ' . Where::series($selection)
			. ') AS b USING series');

		return ['series' => $rows->int(), 'hosts' => $rows->int(), 'first' => $rows->int(), 'last' => $rows->int()];
	}

	/**
	 * The parts of a selection: for each label its values, the heaviest first; for "" the sum of all.
	 *
	 * @param int $limit the most values of a label; a caller that has to know whether there are more asks for one more
	 * @return array<string, list<Weight>> tags as "tag_KEY"
	 */
	public function weights(Selection $selection, int $limit): array
	{
		$labels = array_map(static fn (string $label): string => "concat('$label=', $label)", Selection::LABELS);
		$rows = $this->rows("SELECT arrayJoin(labels) AS label, toUInt64(uniqExact(host)), sum(k), "
			. "sum(w), sum(c), toUInt64(toUInt32(min(first))), toUInt64(toUInt32(max(last))) FROM "
			. '(SELECT series, sum(n) AS k, sum(wall) AS w, sum(cpu) AS c, min(ts) AS first, max(ts) AS last FROM '
			. $this->samples($selection, true) . ' GROUP BY series) AS a '
			. "ANY LEFT JOIN (SELECT series, host, arrayConcat(['=', " . implode(', ', $labels)
			. "], arrayMap(x -> concat('" . Selection::TAG . "', x), tags)) AS labels FROM series WHERE "
			. Where::series($selection) . ") AS b USING series GROUP BY label ORDER BY sum(w) DESC, sum(c) DESC, "
			. "label LIMIT $limit BY substring(label, 1, position(label, '='))");
		$weights = [];
		while (!$rows->isEnd()) {
			[$label, $value] = explode('=', $rows->string(), 2) + ['', ''];
			$weights[$label][] = ['name' => $value, 'hosts' => $rows->int(), 'samples' => $rows->sum(),
				'wall_ns' => $rows->sum(), 'cpu_ns' => $rows->sum(), 'first' => $rows->int(), 'last' => $rows->int()];
		}

		return isset($weights['']) ? $weights : throw $this->hints->nothing($selection);
	}

	/**
	 * The keys of those selections for which the store has anything.
	 *
	 * @template K of array-key
	 * @param non-empty-array<K, Selection> $selections
	 * @return list<K>
	 */
	public function present(array $selections): array
	{
		$keys = array_keys($selections);
		$rows = $this->rows(implode(' UNION ALL ',
			array_map(fn (int $i, Selection $one): string => "SELECT toUInt64($i) FROM (SELECT series FROM "
				. $this->samples($one) . ' LIMIT 1)', array_keys($keys), array_values($selections))));
		$present = [];
		while (!$rows->isEnd()) {
			$present[] = $keys[$rows->int()];
		}

		return $present;
	}

	/** Throws if its tables cannot be read. */
	public function check(): void
	{
		$this->rows('SELECT toUInt64(count()) FROM (SELECT series FROM series LIMIT 1)');
	}

	/**
	 * The cost of a selection over time.
	 *
	 * @param int $seconds the length of a stretch
	 * @return array<int, array{wall_ns: int, cpu_ns: int}> by the number of the stretch since 1970, ascending;
	 *     stretches without samples are left out
	 */
	public function curve(Selection $selection, int $seconds): array
	{
		$rows = $this->rows("SELECT toUInt64(intDiv(toUInt32(ts), $seconds)) AS stretch, sum(wall), sum(cpu) FROM "
			. $this->samples($selection, true) . ' GROUP BY stretch ORDER BY stretch');
		$curve = [];
		while (!$rows->isEnd()) {
			$curve[$rows->int()] = ['wall_ns' => $rows->sum(), 'cpu_ns' => $rows->sum()];
		}

		return $curve;
	}

	/**
	 * The releases of a selection, by the values of this tag, host by host.
	 *
	 * @return list<Running> in the order of their beginning
	 */
	public function running(Selection $selection, string $tag): array
	{
		$version = 'substring(arrayFirst(x -> startsWith(x, ' . Sql::quote("$tag=") . '), tags), '
			. (strlen($tag) + 2) . ')';
		$rows = $this->rows('SELECT of, version, host, toUInt64(toUInt32(min(first))) AS since, '
			. 'toUInt64(toUInt32(max(last))), sum(k) FROM '
			. '(SELECT series, min(ts) AS first, max(ts) AS last, sum(n) AS k FROM '
			. $this->samples($selection, true) . ' GROUP BY series) AS a '
			. "ANY LEFT JOIN (SELECT series, service AS of, host, $version AS version FROM series WHERE "
			. Where::series($selection) . ') AS b USING series '
			. 'GROUP BY of, version, host ORDER BY since, version, host');
		$running = [];
		while (!$rows->isEnd()) {
			$running[] = ['service' => $rows->string(), 'version' => $rows->string(), 'host' => $rows->string(),
				'first' => $rows->int(), 'last' => $rows->int(), 'samples' => $rows->sum()];
		}

		return $running !== [] ? $running : throw $this->hints->nothing($selection);
	}

	/**
	 * The costs of the first selection by route, path and unit. Path 0 stands for all paths that are light in all of
	 * the selections.
	 *
	 * @param string $cost "wall" or "cpu"
	 * @param int|null $seconds the length of a stretch of time; null: units are hosts
	 * @return Cells units are the numbers of stretches, from 0 on, or hosts
	 */
	public function cells(string $cost, ?int $seconds, Selection $selection, Selection ...$others): array
	{
		$all = implode(' OR ',
			array_map(fn (Selection $one): string => "({$this->conditions($one)})", [$selection, ...$others]));
		$heavy = "SELECT stack FROM samples WHERE $all GROUP BY stack ORDER BY sum($cost) DESC LIMIT "
			. self::MOST_COMPARED;
		$unit = $seconds === null ? 'host' : 'toString(stretch)';
		$rows = $this->rows("SELECT route, path, $unit AS unit, sum(w) FROM (SELECT series, "
			. "if(stack GLOBAL IN ($heavy), stack, toUInt64(0)) AS path, intDiv(toUInt32(ts) - $selection->since, "
			. ($seconds ?? PHP_INT_MAX) . ") AS stretch, sum($cost) AS w FROM " . $this->samples($selection, true)
			. ' GROUP BY series, path, stretch) AS a ANY LEFT JOIN (SELECT series, host, route FROM series WHERE '
			. Where::series($selection) . ') AS b USING series GROUP BY route, path, unit');
		$cells = [];
		while (!$rows->isEnd()) {
			[$route, $path, $unit] = [$rows->string(), $rows->int(), $rows->string()];
			$cells[$route][$path][$unit] = $rows->sum();
		}

		return $cells;
	}

	/**
	 * The heaviest call paths by their ids, all others as one, and the effective samples of all.
	 *
	 * @return array{array<int, Cost>, Stack|null, float}
	 */
	private function costs(Selection $selection, float $per): array
	{
		$effective = $this->effective($selection);
		$rows = $this->rows('SELECT stack, sum(n) AS k, sum(wall) AS w, sum(cpu) AS c FROM '
			. $this->samples($selection, true)
			. ' GROUP BY stack ORDER BY w DESC, c DESC, stack LIMIT ' . ($this->most + 1));
		$costs = [];
		while (!$rows->isEnd()) {
			$costs[$rows->int()] = ['samples' => $rows->sum(), 'wall_ns' => $rows->sum(), 'cpu_ns' => $rows->sum()];
		}
		$rest = null;
		if (count($costs) > $this->most) {
			array_pop($costs);
			$rest = self::mean($this->rest($selection, $costs), $per);
		}

		return [array_map(static fn (array $cost): array => self::mean($cost, $per), $costs), $rest, $effective];
	}

	/**
	 * The number of effective samples: (Σw)²/Σw² of all weights w. Rows of an older agent have no squares, so each of
	 * their samples counts with their mean weight. Traced runs leave nothing to chance.
	 */
	public function effective(Selection $selection): float
	{
		if ($selection->kind === 'trace') {
			return self::EXACT;
		}
		$rows = $this->rows('SELECT sum(wall), toUInt64(least(sum(toFloat64(squares)), 9e18)), sumIf(wall, '
			. 'squares = 0), sumIf(n, squares = 0) FROM ' . $this->samples($selection, true));
		[$wall, $squares, $old, $samples] = [$rows->sum() / 1000, $rows->sum(), $rows->sum() / 1000, $rows->sum()];
		$all = $squares + ($samples > 0 ? $old / $samples * $old : 0);

		return $all > 0 ? $wall / $all * $wall : 0.0;
	}

	/**
	 * @param array<int, Cost> $shown
	 * @return Stack
	 */
	private function rest(Selection $selection, array $shown): array
	{
		$rows = $this->rows('SELECT toUInt64(uniqExact(stack)), sum(n), sum(wall), sum(cpu) FROM '
			. $this->samples($selection, true));
		$paths = $rows->int() - count($shown);
		$left = static fn (string $key): int => max(0, $rows->sum() - array_sum(array_column($shown, $key)));

		return ['frames' => ['(' . Units::count($paths) . ' lighter call paths)'], 'samples' => $left('samples'),
			'wall_ns' => $left('wall_ns'), 'cpu_ns' => $left('cpu_ns')];
	}

	/**
	 * @param array<int, Cost> $costs
	 * @return list<Stack>
	 */
	private function stacks(array $costs): array
	{
		$stacks = [];
		$known = array_intersect_key($this->frames(array_keys($costs)), $costs);
		foreach ($known as $id => $frames) {
			$stacks[] = ['frames' => $frames] + $costs[$id];
		}
		foreach (array_diff_key($costs, $known) as $cost) {
			$stacks[] = ['frames' => [self::NO_FRAMES]] + $cost;
		}

		return $stacks;
	}

	/**
	 * @param list<int> $paths
	 * @return array<int, non-empty-list<string>> outermost first
	 */
	public function frames(array $paths): array
	{
		$known = [];
		foreach (array_chunk($paths, self::AT_ONCE) as $ids) {
			$rows = $this->rows('SELECT stack, frames FROM stacks WHERE stack IN (' . implode(',',
				array_map(static fn (int $id): string => sprintf('%u', $id), $ids)) . ') LIMIT 1 BY stack');
			while (!$rows->isEnd()) {
				[$id, $frames] = [$rows->int(), $rows->strings()];
				if ($frames !== []) {
					$known[$id] ??= $frames;
				}
			}
		}

		return $known;
	}

	/** @param Facts $facts */
	private static function per(Selection $selection, array $facts): float
	{
		return (in_array('host', $selection->per, true) ? max(1, $facts['hosts']) : 1)
			* (in_array('hour', $selection->per, true) ? ($selection->until - $selection->since) / 3600 : 1);
	}

	/**
	 * @template T of array<string, mixed>
	 * @param T $cost
	 * @return T
	 */
	private static function mean(array $cost, float $per): array
	{
		foreach ($per === 1.0 ? [] : ['samples', 'wall_ns', 'cpu_ns'] as $key) {
			$cost[$key] = (int) round($cost[$key] / $per); // @phpstan-ignore binaryOp.invalid (they are ints)
		}

		return $cost; // @phpstan-ignore return.type (an int replaces an int)
	}

	/** The table samples and its conditions, to be put after FROM. FINAL leaves out rows that were sent twice. */
	private function samples(Selection $selection, bool $isFinal = false): string
	{
		return 'samples' . ($isFinal ? ' FINAL' : '') . ' WHERE ' . $this->conditions($selection);
	}

	private function conditions(Selection $selection): string
	{
		$where = [Where::services($selection), "ts >= toDateTime($selection->since)",
			"ts < toDateTime($selection->until)",
			'series GLOBAL IN (SELECT series FROM series WHERE ' . Where::series($selection) . ')',
			...($selection->trace === '' ? [] : ['trace = ' . Sql::quote($selection->trace)])];

		return implode(' AND ', $where);
	}

	private function rows(string $sql): RowBinary
	{
		return new RowBinary(($this->query)("$sql FORMAT RowBinary"));
	}
}
