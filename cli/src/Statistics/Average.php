<?php
declare(strict_types=1);

namespace XHProf\Cli\Statistics;

use XHProf\Cli\Metric\Metric;

/**
 * Averages of merged runs. They are whole numbers, and a half is rounded away from 0, as the extension and a page do.
 */
final class Average
{
	public static function of(int $sum, int $count): int
	{
		$whole = intdiv($sum, $count);
		$rest = abs($sum % $count);

		return $whole + ($rest < $count - $rest ? 0 : ($sum < 0 ? -1 : 1));
	}

	/**
	 * The costs of a row per run. Peaks belong to one run already.
	 *
	 * @template T of array<string, mixed>
	 * @param T $row
	 * @return T
	 */
	public static function row(array $row, int $runs): array
	{
		foreach ($runs > 1 ? $row : [] as $key => $value) {
			if (is_int($value) && Metric::addsUp($key, true)) {
				$row[$key] = self::of($value, $runs);
			}
		}

		return $row; // @phpstan-ignore return.type (an int replaces an int)
	}
}
