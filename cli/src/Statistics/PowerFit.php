<?php
declare(strict_types=1);

namespace XHProf\Cli\Statistics;

/**
 * The exponent b of "cost = a * size^b", by least squares on the logarithms of both. Its 95 % interval is Student's. It
 * reflects the noise of the costs, and how far they are from being a power of the size.
 */
final class PowerFit
{
	/** The fewest points of a fit, as two points always lie on a line. */
	public const LEAST = 3;

	/** An interval wider than this tells no linear cost from a quadratic one. */
	private const MOST_WIDTH = 1.0;

	/** Results are rounded, so that exact powers do not differ by the rounding of logarithms. */
	private const DECIMALS = 6;

	private function __construct(public readonly float $exponent, public readonly float $low,
		public readonly float $high, public readonly int $count)
	{
	}

	/** @param list<array{float, float}> $points LEAST or more, of different sizes; all values are positive */
	public static function of(array $points): self
	{
		$count = count($points);
		$x = array_map(static fn (array $point): float => log($point[0]), $points);
		$y = array_map(static fn (array $point): float => log($point[1]), $points);
		[$meanX, $meanY] = [array_sum($x) / $count, array_sum($y) / $count];
		$xx = $xy = 0.0;
		foreach ($x as $i => $value) {
			$xx += ($value - $meanX) ** 2;
			$xy += ($value - $meanX) * ($y[$i] - $meanY);
		}
		$slope = $xy / $xx;
		$rest = 0.0;
		foreach ($x as $i => $value) {
			$rest += ($y[$i] - $meanY - $slope * ($value - $meanX)) ** 2;
		}
		$error = StudentT::limit(0.05, $count - 2) * sqrt($rest / ($count - 2) / $xx);

		return new self(self::rounded($slope), self::rounded($slope - $error), self::rounded($slope + $error), $count);
	}

	/** True if the values vary too much for an exponent. */
	public function isUnclear(): bool
	{
		return $this->high - $this->low > self::MOST_WIDTH;
	}

	private static function rounded(float $value): float
	{
		return round($value, self::DECIMALS) + 0.0; // no "-0"
	}
}
