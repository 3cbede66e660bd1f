<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

/**
 * A reader's request to sample is a lease, which ends after this time unless it is renewed. So a reader that was killed
 * leaves no sampling behind.
 */
final class Lease
{
	/** Milliseconds from a message to the end of its lease. */
	public const MS = 6000;

	/**
	 * The seconds between two renewals. Each wakes the process, but a reader that is a little late must not lose its
	 * lease.
	 */
	public const RENEW_S = 2.5;

	/** On a busy machine a process may take this long to write its last samples. */
	private const LAST_SAMPLES_S = 1.0;

	/**
	 * The message that begins or renews a lease, for Ring::control().
	 *
	 * @param string $clock "wall" or "cpu"
	 * @param int|null $budget percent of CPU time in place of xhprof.live_budget; null: as set
	 * @param int $ms 0 ends the lease
	 * @return array{sample: array<string, int|string>}
	 */
	public static function message(int $intervalNs, string $clock, ?int $budget = null, int $ms = self::MS): array
	{
		return ['sample' => ['interval_ns' => $intervalNs, 'clock' => $clock, 'lease_ms' => $ms]
			+ ($budget === null || $ms === 0 ? [] : ['budget' => $budget])];
	}

	/**
	 * Waits until the processes whose leases were ended have written their open samples. If another reader keeps a
	 * process sampling, this takes all of LAST_SAMPLES_S.
	 *
	 * @param array<array-key, \Closure(): (array{is_alive: bool|null, sampling: array{is_on: bool,
	 *     readers: int}}|null)> $statuses the processes' Ring::status(); null: the ring cannot be read any more
	 */
	public static function end(array $statuses): void
	{
		for ($end = hrtime(true) + self::LAST_SAMPLES_S * 1e9; $statuses !== [] && hrtime(true) < $end; usleep(1000)) {
			$statuses = array_filter($statuses, static fn (\Closure $status): bool => self::isSampled($status()));
		}
	}

	/**
	 * True while the lease of a reader keeps a live process sampling.
	 *
	 * @param array{is_alive: bool|null, sampling: array{is_on: bool, readers: int}}|null $status
	 */
	private static function isSampled(?array $status): bool
	{
		return Rings::isAlive($status) && $status['sampling']['is_on'] && $status['sampling']['readers'] > 0;
	}
}
