<?php
declare(strict_types=1);

namespace XHProf\Cli\Statistics;

/**
 * Student's distribution: of slopes, and of chances too small for the draws of Bootstrap, which know none below 1 in
 * 2,000. Among 100 functions 1 in 20,000 is the limit, and a store's series have no runs to draw anew.
 *
 * @api
 */
final class StudentT
{
	private const STEPS = 300;
	private const LEAST = 1e-300;

	/** @var array<string, float> limit() by chance and degrees, as many functions ask for the same */
	private static array $limits = [];

	/**
	 * The probability that chance alone gives a value at least as far from 0 as this one, on either side.
	 *
	 * @param float $degrees of freedom, above 0
	 */
	public static function chance(float $t, float $degrees): float
	{
		return is_finite($t) ? self::beta($degrees / 2, 0.5, $degrees / ($degrees + $t * $t)) : 0.0;
	}

	/**
	 * The value that chance alone exceeds, on either side, with this probability.
	 *
	 * @param float $chance above 0, 1 at most
	 * @param float $degrees as of chance()
	 */
	public static function limit(float $chance, float $degrees): float
	{
		if (isset(self::$limits["$chance $degrees"])) {
			return self::$limits["$chance $degrees"];
		}
		[$low, $high] = [0.0, 1.0];
		while (self::chance($high, $degrees) > $chance && $high < 1e9) {
			$high *= 2;
		}
		for ($i = 0; $i < 60; $i++) {
			$middle = ($low + $high) / 2;
			self::chance($middle, $degrees) > $chance ? $low = $middle : $high = $middle;
		}

		return self::$limits["$chance $degrees"] = $high;
	}

	/** The regularized incomplete beta function. */
	private static function beta(float $a, float $b, float $x): float
	{
		if ($x <= 0 || $x >= 1) {
			return $x <= 0 ? 0.0 : 1.0;
		}
		$front = exp(self::logGamma($a + $b) - self::logGamma($a) - self::logGamma($b) + $a * log($x)
			+ $b * log(1 - $x));

		return $x < ($a + 1) / ($a + $b + 2) ? $front * self::fraction($a, $b, $x) / $a
			: 1 - $front * self::fraction($b, $a, 1 - $x) / $b;
	}

	/** The continued fraction of the incomplete beta function, by Lentz's method. */
	private static function fraction(float $a, float $b, float $x): float
	{
		$away = static fn (float $value): float => abs($value) < self::LEAST ? self::LEAST : $value;
		$c = 1.0;
		$d = 1 / $away(1 - ($a + $b) * $x / ($a + 1));
		$value = $d;
		for ($m = 1; $m <= self::STEPS; $m++) {
			$even = $m * ($b - $m) * $x / (($a + 2 * $m - 1) * ($a + 2 * $m));
			$d = 1 / $away(1 + $even * $d);
			$c = $away(1 + $even / $c);
			$value *= $c * $d;
			$odd = -($a + $m) * ($a + $b + $m) * $x / (($a + 2 * $m) * ($a + 2 * $m + 1));
			$d = 1 / $away(1 + $odd * $d);
			$c = $away(1 + $odd / $c);
			$value *= $c * $d;
			if (abs($c * $d - 1) < 1e-12) {
				break;
			}
		}

		return $value;
	}

	/** The logarithm of the gamma function, by Stirling's series for 8 and above. */
	private static function logGamma(float $x): float
	{
		$less = 0.0;
		for (; $x < 8; $x++) {
			$less += log($x);
		}

		return ($x - 0.5) * log($x) - $x + 0.5 * log(2 * M_PI) + 1 / (12 * $x) - 1 / (360 * $x ** 3)
			+ 1 / (1260 * $x ** 5) - $less;
	}
}
