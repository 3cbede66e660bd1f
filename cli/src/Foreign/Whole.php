<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

use XHProf\Cli\Problem;

/** Integers that never become floats: PHP turns a sum that does not fit into 64 bits into a float. */
final class Whole
{
	/** The greatest single value. */
	private const MOST = PHP_INT_MAX >> 1;

	public static function sum(int $a, int $b): int
	{
		$isTooLarge = $b > 0 ? $a > PHP_INT_MAX - $b : $a < PHP_INT_MIN - $b;

		return $isTooLarge ? throw self::tooLarge() : $a + $b;
	}

	/**
	 * Sums by column.
	 *
	 * @param array<string, int> $sum
	 * @param array<string, int> $costs
	 * @return array<string, int>
	 */
	public static function sums(array $sum, array $costs, int $sign = 1): array
	{
		foreach ($costs as $column => $cost) {
			$sum[$column] = self::sum($sum[$column] ?? 0, $sign * $cost);
		}

		return $sum;
	}

	/** The integer nearest to a number times a factor. */
	public static function scaled(int|float $number, int|float $factor = 1): int
	{
		$product = $number * $factor;
		if (is_float($product)) {
			$product = abs($product) < self::MOST ? (int) round($product) : throw self::tooLarge(); // nor NAN
		}

		return $product;
	}

	public static function tooLarge(): Problem
	{
		return new Problem('its numbers are too large: their sum exceeds 64 bits');
	}
}
