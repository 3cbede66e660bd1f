<?php
declare(strict_types=1);

namespace XHProf\Cli\Run;

/**
 * How far medians of so few values can be trusted: the values are drawn anew many times, each time as many as there are, and
 * 95 of 100 results lie in the interval. The draws are the same each time, so that a result can be repeated.
 */
final class Bootstrap
{
	/** With fewer runs a side, the interval would be narrower than the truth. */
	public const LEAST = 5;

	private const DRAWS = 2000;
	private const TAIL = 0.025;
	private const SEED = 0x2545F491;

	/** @param non-empty-list<int> $values */
	public static function median(array $values): int
	{
		sort($values);
		$middle = intdiv(count($values), 2);

		return count($values) % 2 === 1 ? $values[$middle] : intdiv($values[$middle - 1] + $values[$middle], 2);
	}

	/**
	 * The interval of what is made of two medians.
	 *
	 * @param non-empty-list<int> $before
	 * @param non-empty-list<int> $after
	 * @param callable(int $before, int $after): (int|float) $value
	 * @return array{float, float}
	 */
	public static function interval(array $before, array $after, callable $value): array
	{
		$state = self::SEED;
		$results = [];
		for ($i = 0; $i < self::DRAWS; $i++) {
			$results[] = (float) $value(self::drawn($before, $state), self::drawn($after, $state));
		}
		sort($results);

		return [$results[(int) (self::TAIL * self::DRAWS)], $results[(int) ((1 - self::TAIL) * self::DRAWS) - 1]];
	}

	/** @param non-empty-list<int> $values */
	private static function drawn(array $values, int &$state): int
	{
		$count = count($values);
		$drawn = [];
		foreach ($values as $ignored) {
			// Marsaglia's xorshift with 32 bits: the same numbers on every PHP.
			$state ^= ($state << 13) & 0xFFFFFFFF;
			$state ^= $state >> 17;
			$state ^= ($state << 5) & 0xFFFFFFFF;
			$drawn[] = $values[$state % $count];
		}

		return self::median($drawn);
	}
}
