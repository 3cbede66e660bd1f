<?php
declare(strict_types=1);

namespace XHProf\Cli\Statistics;

use XHProf\Cli\Terminal\Units;
use XHProf\Profile;

/**
 * Computes how far the shares of a run of samples may be off by chance, in percentage points: in 95 of 100 cases the
 * truth is nearer.
 *
 * @phpstan-import-type Summary from Profile
 * @phpstan-import-type FunctionRow from Profile
 * @phpstan-type SampledSummary array{wall_ns: int, effective_samples?: float, share_samples_most?: int,
 *     share_error_points?: float, ...}
 */
final class ShareErrors
{
	/** A share that may be off by more than this says nothing. */
	public const MOST_POINTS = 10.0;

	/** The error in standard errors, as in profile/shares.c. */
	private const ERRORS = 2.0;

	/**
	 * The samples of equal weight that make a share of 0, and one of a half, exact within MOST_POINTS, by Wilson's
	 * interval.
	 */
	private const FOR_NONE = 36;
	private const FOR_HALF = 96;

	/**
	 * "shares within ±4.2 points", or "not enough samples: about 20 s more".
	 *
	 * @param int $took_ns for how long samples were taken; 0: not known
	 * @param bool $isOfCpu the shares are of CPU time
	 */
	public static function text(Profile $profile, int $took_ns, bool $isOfCpu = false): string
	{
		$error = self::greatest($profile, $isOfCpu);
		$more = self::secondsMore($profile, $took_ns, $isOfCpu);
		$whole = $isOfCpu ? ' of CPU time' : '';

		return $error <= self::MOST_POINTS ? "shares$whole within " . Units::points($error) . ' points'
			: "not enough samples$whole" . ($more === null ? '' : ': about ' . Units::span($more) . ' more');
	}

	private static function greatest(Profile $profile, bool $isOfCpu): float
	{
		$summary = $profile->summary();

		return $isOfCpu ? $summary['cpu_share_error_points'] ?? 100.0
			: $summary['share_error_points'] ?? $summary['error'] ?? 0.0;
	}

	/**
	 * How many more seconds of samples it takes until each share is known within MOST_POINTS, if they come as often as
	 * until now. Null: there are enough, or it is not known.
	 *
	 * @param int $took_ns as for text()
	 */
	public static function secondsMore(Profile $profile, int $took_ns, bool $isOfCpu = false): ?int
	{
		$summary = $profile->summary();
		$whole = $isOfCpu ? $summary['cpu_ns'] ?? 0 : $summary['wall_ns'];
		$effective = $summary['effective_samples'] ?? 0.0;
		if ($isOfCpu) {
			$effective *= min(1, $whole / max(1, $summary['wall_ns'])); // as in profile/shares.c
		}
		if (self::greatest($profile, $isOfCpu) <= self::MOST_POINTS || $effective <= 0 || $took_ns <= 0) {
			return null;
		}
		$needed = max(array_map(static fn (array $row): float => self::needed(($isOfCpu ? $row['own_cpu_ns'] ?? 0
			: $row['own_wall_ns']), $whole), $profile->functions()) ?: [self::FOR_HALF]);
		$seconds = $took_ns / 1e9 * max(0.05, $needed / $effective - 1);

		return self::round($seconds);
	}

	/**
	 * The error of any part of a run, by Wilson's interval, as the extension computes it for functions; 0 if the run
	 * leaves nothing to chance, as one of xhprof_sample().
	 *
	 * @param SampledSummary $summary the summary of the run
	 */
	public static function of(int $part, array $summary): float
	{
		[$whole, $effective] = [$summary['wall_ns'], self::effective($summary)];
		if (($summary['share_error_points'] ?? null) === 0.0) {
			return 0.0;
		}
		if ($effective <= 0 || $whole <= 0) {
			return 100.0;
		}
		$share = max(0.0, min(1.0, $part / $whole));
		$z2 = self::ERRORS ** 2;
		$middle = ($share + $z2 / (2 * $effective)) / (1 + $z2 / $effective);
		$half = self::ERRORS / (1 + $z2 / $effective) * sqrt($share * (1 - $share) / $effective
			+ $z2 / (4 * $effective ** 2));

		return 100 * max($middle + $half - $share, $share - $middle + $half);
	}

	/**
	 * The effective samples that errors are computed by. The extension limits them, as many samples do not mend every
	 * error.
	 *
	 * @param array{effective_samples?: float, share_samples_most?: int, ...} $summary
	 */
	private static function effective(array $summary): float
	{
		return (float) min($summary['effective_samples'] ?? 0.0, $summary['share_samples_most'] ?? INF);
	}

	/** The effective samples that a share needs: the nearer it is to a half, the more. */
	private static function needed(int $own, int $whole): float
	{
		$share = $whole > 0 ? max(0.0, min(1.0, $own / $whole)) : 0.5;

		return self::FOR_NONE + 4 * (self::FOR_HALF - self::FOR_NONE) * $share * (1 - $share);
	}

	/** Rounds up to a simple number, as it is only an estimate. */
	private static function round(float $seconds): int
	{
		foreach ([1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600, 900, 1200, 1800, 2700] as $step) {
			if ($seconds <= $step) {
				return $step;
			}
		}

		return (int) min(ceil($seconds / 3600), 1e6) * 3600;
	}

	/**
	 * By how many nanoseconds a function's time may be off, on average for one run. Even a function without samples may
	 * take some time.
	 *
	 * @param array<string, mixed>|null $row a row of functions(); null: there is none
	 * @param string $key "own_wall_ns" or "wall_ns"
	 */
	public static function ns(Profile $profile, ?array $row, string $key): float
	{
		$summary = $profile->summary();
		$none = 400 / (self::effective($summary) + 4); // Wilson's, at two standard errors
		$points = $row[$key === 'wall_ns' ? 'incl_share_error_points' : 'share_error_points'] ?? $none;

		return (is_float($points) ? $points : $none) / 100 * $summary['wall_ns'] / max(1, $summary['runs']);
	}
}
