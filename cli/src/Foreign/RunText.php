<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

use XHProf\Cli\Problem;

/** A run in the format json, as the extension loads it: docs/formats.md. */
final class RunText
{
	/** Columns that have only own values in a row. A row has all of them or none. */
	private const ALLOC = ['allocs', 'frees', 'alloc_bytes', 'freed_bytes', 'live_at_peak_bytes', 'temporary'];

	/** The bound that the extension sets for such a number. */
	private const MOST_ALLOC = PHP_INT_MAX >> 24;

	/** Keys in the first line of a run with allocations. */
	private const ALLOC_HEAD = ['alloc_interval' => 0, 'alloc_change_bytes' => 0, 'alloc_peak_bytes' => 0,
		'outside_frees' => 0, 'outside_bytes' => 0, 'lost_allocs' => 0];

	private const COLUMNS = ['calls', 'wall_ns', 'cpu_ns', 'memory_bytes', 'peak_bytes', ...self::ALLOC];

	/** True for a column that has only own values. */
	public static function isOwn(string $column): bool
	{
		return in_array($column, self::ALLOC, true);
	}

	/**
	 * @param array<string, mixed> $head "read", the format and all that it lacks; "samples" if it is of samples;
	 *     "events", and other keys of json
	 * @param array<string, array<int, int|null>> $nodes columns; without any the run has no call paths
	 */
	public static function of(array $head, FunctionTable $functions, PairTable $pairs, array $nodes = []): string
	{
		$columns = $pairs->columns();
		$hasAllocs = isset($columns['allocs']);
		$read = ['meta' => ['xhprof' => ['read' => $head['read'] ?? []]]];
		unset($head['read']);
		$rest = ['started_ns' => 0, 'unrecorded_calls' => 0, 'truncated_calls' => 0, 'call_cost_ps' => 0, 'runs' => 1]
			+ (isset($head['samples']) ? ['displaced' => 0, 'interval_ns' => 0] : [])
			+ ($hasAllocs ? self::ALLOC_HEAD : []);
		if (($head['events'] ?? []) === []) {
			unset($head['events']);
		}
		$tables = ['functions' => $functions->columns(), 'pairs' => self::checked($columns)]
			+ ($nodes === [] ? [] : ['nodes' => self::checked($nodes)]);
		$text = json_encode(['format' => 'xhprof', 'version' => 1] + $head + $rest + $read + $tables,
			JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);

		return $text !== false ? $text : throw new Problem('it cannot be a run: ' . json_last_error_msg());
	}

	/**
	 * @param array<string, array<int, int|null>> $columns
	 * @return array<string, array<int, int|null>>
	 */
	private static function checked(array $columns): array
	{
		foreach ($columns as $column => $values) {
			$most = self::isOwn($column) ? self::MOST_ALLOC
				: (in_array($column, self::COLUMNS, true) ? PHP_INT_MAX >> 1 : PHP_INT_MAX >> 8);
			if ($values !== [] && max($values) > $most) {
				throw Whole::tooLarge();
			}
		}

		return $columns;
	}
}
