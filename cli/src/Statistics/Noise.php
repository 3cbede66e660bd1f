<?php
declare(strict_types=1);

namespace XHProf\Cli\Statistics;

/**
 * Decides which changes are noise, for sentences, tables and pages alike. The interval that users see decides: a change
 * is noise if its 95 % interval has 0 in it. If many changes are tested at once, some intervals miss 0 by chance. Then
 * the limit is lower, but the chance of a change still follows from its interval.
 *
 * @api
 * @phpstan-import-type Interval from Bootstrap
 */
final class Noise
{
	/** The part of all finds that may be false. */
	public const FALSE_PART = 0.005;

	/** The part of all intervals that miss the truth. */
	private const MISSED = 0.05;

	/** @param Interval|null $interval of a change; null: there are too few runs to say */
	public static function hides(?array $interval): bool
	{
		return $interval !== null && $interval[0] <= 0 && $interval[1] >= 0;
	}

	/**
	 * The ± of a change, from it to the end of its interval that is nearer to 0: noise is a change that is no more than
	 * its ±. The other end may be much further away, as times are skewed.
	 *
	 * @param Interval $interval
	 */
	public static function error(float $change, array $interval): float
	{
		$errors = [$change - $interval[0], $interval[1] - $change];

		return max(0.0, $change === 0.0 ? max($errors) : $errors[$change > 0 ? 0 : 1]);
	}

	/**
	 * The probability that chance alone makes a change this far from 0. It is less than 5 % if, and only if, the
	 * interval has no 0 in it. Further out it falls as Student's distribution does, with the degrees of freedom of the
	 * smaller side: with those of both, chance would find six times as much among 100 functions of 5 runs.
	 *
	 * @param Interval $interval
	 * @param int $runs on the side that has fewer
	 */
	public static function chance(float $change, array $interval, int $runs): float
	{
		if ($change === 0.0) {
			return 1.0;
		}
		$degrees = max(1, $runs - 1);
		$error = self::error($change, $interval);

		return $error === 0.0 ? (self::hides($interval) ? 1.0 : 0.0)
			: StudentT::chance(abs($change) / $error * StudentT::limit(self::MISSED, $degrees), $degrees);
	}

	/**
	 * Benjamini and Hochberg's limit: chances up to it are finds.
	 *
	 * @param list<float> $chances
	 * @return float -1: none is a find
	 */
	public static function limitOf(array $chances): float
	{
		sort($chances);
		$limit = -1.0;
		foreach ($chances as $i => $chance) {
			if ($chance <= self::FALSE_PART * ($i + 1) / count($chances)) {
				$limit = self::FALSE_PART * ($i + 1) / count($chances);
			}
		}

		return $limit;
	}
}
