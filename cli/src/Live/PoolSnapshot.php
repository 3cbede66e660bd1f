<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

/**
 * Everything known about a pool at one moment: the content of a screen, or of a line of --json.
 *
 * @phpstan-import-type WorkerRow from Worker
 * @phpstan-import-type Stack from \XHProf\Ring
 * @phpstan-import-type FunctionRow from Pool
 * @phpstan-import-type SamplingRow from Pool
 * @phpstan-import-type Functions from Pool
 */
final class PoolSnapshot
{
	/**
	 * @param array<string, WorkerRow> $workers by file
	 * @param int $ended how many processes ended since the start
	 * @param SamplingRow $sampling
	 * @param Functions $functions
	 * @param Stack|null $stack of the chosen worker
	 * @param int|null $recordedS for how many seconds a recording has been going on; null: there is none
	 */
	public function __construct(
		public readonly string $target,
		public readonly float $time,
		public readonly array $workers,
		public readonly int $ended,
		public readonly array $sampling,
		public readonly array $functions,
		public readonly ?array $stack = null,
		public readonly ?int $recordedS = null,
		public readonly ?CommonCause $blocker = null,
	) {
	}

	/** @return array<string, int> */
	public function states(): array
	{
		return array_count_values(array_column($this->workers, 'state'));
	}

	/**
	 * The keys of the workers in the given order; equal ones are sorted by pid.
	 *
	 * @param string $order one of Choice::ORDERS
	 * @param string $uri as for RequestFilter::admits()
	 * @return list<string>
	 */
	public function sorted(string $order, string $uri): array
	{
		$rows = array_filter($this->workers,
			static fn (array $row): bool => RequestFilter::admits($uri, "$row[method] $row[uri]"));
		uasort($rows, static fn (array $a, array $b): int => [self::key($a, $order), $a['pid'], $a['tid']]
			<=> [self::key($b, $order), $b['pid'], $b['tid']]);

		return array_map(strval(...), array_keys($rows));
	}

	/** @param WorkerRow $row */
	private static function key(array $row, string $order): float|int|string
	{
		return match ($order) {
			'cpu' => -($row['cpu'] ?? -1),
			'memory' => -$row['memory_bytes'],
			'request' => "$row[method] $row[uri]",
			'pid' => 0,
			default => -($row['elapsed_ns'] ?? -1),
		};
	}

	/**
	 * @param string $sort "own" or "incl"
	 * @param string $filter a part of the name; "": all
	 * @return list<FunctionRow>
	 */
	public function functions(string $sort, string $filter): array
	{
		$rows = array_values(array_filter($this->functions['rows'],
			static fn (array $row): bool => $filter === '' || stripos($row['function'], $filter) !== false));
		[$first, $second] = $sort === 'incl' ? ['wall_ns', 'own_ns'] : ['own_ns', 'wall_ns'];
		usort($rows, static fn (array $a, array $b): int => [$b[$first], $b[$second], $a['function']]
			<=> [$a[$first], $a[$second], $b['function']]);

		return $rows;
	}

	/** @return array<string, mixed> */
	public function data(Choice $choice, int $limit): array
	{
		$functions = array_map(fn (array $row): array => $row + [
			'own_percent' => self::percent($row['own_ns'], $this->functions['total_ns']),
			'percent' => self::percent($row['wall_ns'], $this->functions['total_ns'])],
			array_slice($this->functions($choice->sort, $choice->filter), 0, $limit));

		return ['target' => $this->target, 'time' => round($this->time, 3), 'ended' => $this->ended,
			'sampling' => $this->sampling, 'workers' => array_map(fn (string $file): array => ['ring' => $file,
				'tags' => (object) $this->workers[$file]['tags'], 'marks' => (object) $this->workers[$file]['marks']]
				+ $this->workers[$file], $this->sorted($choice->order, $choice->uri)),
			'blocker' => $this->blocker?->data(), 'seconds' => $this->functions['seconds'],
			'total_ns' => $this->functions['total_ns'], 'samples' => $this->functions['samples'],
			'share_error_points' => $this->functions['share_error_points'],
			'seconds_more' => $this->functions['seconds_more'], 'functions' => $functions]
			+ ($choice->by === '' ? [] : ['group_by' => $choice->by]);
	}

	private static function percent(int $part, int $whole): float
	{
		return $whole > 0 ? round(100 * $part / $whole, 2) : 0.0;
	}
}
