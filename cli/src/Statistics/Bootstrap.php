<?php
declare(strict_types=1);

namespace XHProf\Cli\Statistics;

/**
 * Computes how far medians of few values can be trusted. The values are drawn anew many times, each time as many as
 * there are, and 95 % of the results lie in the interval. The draws are always the same, so that a result can be
 * repeated. Student's interval of means is as good while all runs are quiet. If one run in 12 is disturbed, it finds a
 * change of 10 % in 20 of 100 pairs of 20 runs, this one in 98: tests/cli/unit/statistics.phpt.
 *
 * @phpstan-type Interval array{float, float}
 */
final class Bootstrap
{
	/** With fewer runs a side, the interval would be narrower than the truth. */
	public const LEAST = 5;

	private const DRAWS = 2000;
	private const TAIL = 0.025;
	private const SEED = 0x2545F491;

	/** @var array<string, list<array{array<int, int>, array<int, int>}>> by the numbers of runs on both sides */
	private static array $draws = [];

	/** @param non-empty-list<int> $values */
	public static function median(array $values): int
	{
		sort($values);
		$middle = intdiv(count($values), 2);

		return count($values) % 2 === 1 ? $values[$middle] : Average::of($values[$middle - 1] + $values[$middle], 2);
	}

	/**
	 * The 95 % interval of a value that is computed from two medians.
	 *
	 * @param non-empty-list<int> $before
	 * @param non-empty-list<int> $after
	 * @param callable(int $before, int $after): (int|float) $value
	 * @return Interval
	 */
	public static function interval(array $before, array $after, callable $value): array
	{
		$draws = self::draws(count($before), count($after));
		asort($before);
		asort($after);
		$results = [];
		foreach ($draws as [$old, $new]) {
			$results[] = (float) $value(self::medianOfDraw($before, $old), self::medianOfDraw($after, $new));
		}
		sort($results);

		return [$results[(int) (self::TAIL * self::DRAWS)], $results[(int) ((1 - self::TAIL) * self::DRAWS) - 1]];
	}

	/**
	 * How often each draw takes each value. Draws are kept, as a diff needs the intervals of many functions.
	 *
	 * @return list<array{array<int, int>, array<int, int>}>
	 */
	private static function draws(int $before, int $after): array
	{
		if (!isset(self::$draws["$before $after"])) {
			$state = self::SEED;
			$draws = [];
			for ($i = 0; $i < self::DRAWS; $i++) {
				$draws[] = [self::draw($before, $state), self::draw($after, $state)];
			}
			self::$draws = ["$before $after" => $draws];
		}

		return self::$draws["$before $after"];
	}

	/** @return array<int, int> */
	private static function draw(int $count, int &$state): array
	{
		$times = array_fill(0, $count, 0);
		for ($i = 0; $i < $count; $i++) {
			// Marsaglia's xorshift with 32 bits: the same numbers on every PHP.
			$state ^= ($state << 13) & 0xFFFFFFFF;
			$state ^= $state >> 17;
			$state ^= ($state << 5) & 0xFFFFFFFF;
			$times[$state % $count]++;
		}

		return $times;
	}

	/**
	 * @param non-empty-array<int, int> $values in ascending order, with their places
	 * @param array<int, int> $times by place
	 */
	private static function medianOfDraw(array $values, array $times): int
	{
		$count = count($values);
		$seen = 0;
		$low = null;
		foreach ($values as $place => $value) {
			$seen += $times[$place];
			$low ??= 2 * $seen >= $count ? $value : null;
			if (2 * $seen > $count) {
				break;
			}
		}

		return $count % 2 === 1 || $low === null ? $value : Average::of($low + $value, 2);
	}
}
