<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

use XHProf\Cli\Problem;

/** Whole numbers that stay so: PHP makes a float of a sum that 64 bits do not hold. */
final class Whole
{
	/** The most of a single value. */
	private const MOST = PHP_INT_MAX >> 1;

	public static function sum(int $a, int $b): int
	{
		$isTooLarge = $b > 0 ? $a > PHP_INT_MAX - $b : $a < PHP_INT_MIN - $b;

		return $isTooLarge ? throw self::tooLarge() : $a + $b;
	}

	/** The nearest one of a number times a factor. */
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
		return new Problem('its numbers are too large: they add up to more than 64 bits hold');
	}
}
