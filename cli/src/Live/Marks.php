<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Terminal\Units;

/**
 * The events of a request that are no calls, as text: "gc 3x 41.0 ms, compiled 212 files 180 ms, 14 exceptions, last:
 * PDOException".
 *
 * @phpstan-type MarkSum array{count: int, time?: float, duration_ns: int, longest_ns: int, amount: int, limit: int,
 *     text: string}
 */
final class Marks
{
	/** Events that took a smaller share of the request than this, or less time than this, are left out. */
	private const LEAST_PERCENT = 1;
	private const LEAST_NS = 1_000_000;

	/**
	 * @param array<string, MarkSum> $marks by kind
	 * @param int|null $wallNs the duration of the request so far; null: not known
	 */
	public static function text(array $marks, ?int $wallNs): string
	{
		$least = max(self::LEAST_NS, self::LEAST_PERCENT * ($wallNs ?? 0) / 100);
		$parts = array_filter($marks, static fn (array $sum): bool => $sum['duration_ns'] >= $least);

		return implode(', ', array_filter([
			isset($parts['gc']) ? self::cost("gc {$parts['gc']['count']}x", $parts['gc']) : '',
			isset($parts['compile'])
				? self::cost('compiled ' . Units::of($parts['compile']['count'], 'file'), $parts['compile']) : '',
			isset($parts['eval']) ? self::cost("eval {$parts['eval']['count']}x", $parts['eval']) : '',
			...self::troubles($marks),
			isset($marks['exception']) ? Units::of($marks['exception']['count'], 'exception')
				. ($marks['exception']['count'] === 1 ? ': ' : ', last: ') . $marks['exception']['text'] : '',
		]));
	}

	/**
	 * The events that the operator of the server should know of. live/mark.c has the same words for one event at its
	 * time, and tests/live/reader/marks_numbers.phpt compares them.
	 *
	 * @param array<string, MarkSum> $marks
	 * @return list<string>
	 */
	public static function troubles(array $marks): array
	{
		$memory = $marks['memory'] ?? null;
		$out = $marks['out_of_memory'] ?? null;

		return array_values(array_filter([
			isset($marks['opcache_restart']) ? "opcache restarted: {$marks['opcache_restart']['text']}" : '',
			isset($marks['opcache_full']) ? 'opcache full' : '',
			$out !== null ? 'memory_limit of ' . Units::bytes($out['limit']) . ' hit' : '',
			$out === null && $memory !== null ? 'memory ' . Units::percent($memory['amount'], $memory['limit'])
				. ' % of ' . Units::bytes($memory['limit']) : '',
		]));
	}

	/** @param MarkSum $sum */
	private static function cost(string $what, array $sum): string
	{
		return "$what " . Units::time($sum['duration_ns']);
	}
}
