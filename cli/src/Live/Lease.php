<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

/** For how long a wish to sample counts without a new one: what a reader that was killed leaves behind ends after that time. */
final class Lease
{
	public const MS = 6000;

	/** The time between two wishes, so that one late reader does not lose it. Each wakes the process. */
	public const RENEW_S = 2.5;

	/** On a busy machine a process may take that long to write its last samples. */
	private const LAST_SAMPLES_S = 1.0;

	/**
	 * Waits until processes whose wishes were taken back have written what was open. One that another reader keeps sampling takes all
	 * the time that there is for this.
	 *
	 * @param array<array-key, \Closure(): (array{is_alive: bool|null, sampling: array{is_on: bool, readers: int}}|null)> $statuses of the
	 *     processes, as Ring::status(); null: it cannot be read any more
	 */
	public static function end(array $statuses): void
	{
		for ($end = hrtime(true) + self::LAST_SAMPLES_S * 1e9; $statuses !== [] && hrtime(true) < $end; usleep(1000)) {
			$statuses = array_filter($statuses, static fn (\Closure $status): bool => self::isSampled($status()));
		}
	}

	/**
	 * True while readers alone keep sampling on.
	 *
	 * @param array{is_alive: bool|null, sampling: array{is_on: bool, readers: int}}|null $status
	 */
	private static function isSampled(?array $status): bool
	{
		return $status !== null && $status['is_alive'] !== false && $status['sampling']['is_on'] && $status['sampling']['readers'] > 0;
	}
}
