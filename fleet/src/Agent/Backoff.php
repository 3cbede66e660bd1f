<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

/**
 * How long to wait after a failure: exponential with full jitter, so that a thousand agents do not come back together.
 */
final class Backoff
{
	/** The longest pause that a server can ask for. */
	private const MOST_ASKED_S = 3600.0;

	private int $failures = 0;

	/**
	 * @param float $leastS the bound after the first failure, in seconds; it doubles with each one
	 * @param float $mostS the greatest bound, in seconds
	 * @param \Closure(): float|null $random returns a number from 0 to 1
	 */
	public function __construct(private readonly float $leastS = 1.0, private readonly float $mostS = 300.0,
		private readonly ?\Closure $random = null)
	{
	}

	public function succeeded(): void
	{
		$this->failures = 0;
	}

	/**
	 * Seconds until the next attempt.
	 *
	 * @param float|null $askedS the pause that the server asked for: the wait is never shorter, and jitter is added to
	 *     it
	 */
	public function failed(?float $askedS): float
	{
		$bound = min($this->mostS, $this->leastS * 2 ** min(30, $this->failures++));
		$random = $this->random === null ? random_int(0, 1_000_000) / 1e6 : ($this->random)();

		return min(self::MOST_ASKED_S, max(0.0, $askedS ?? 0.0)) + $random * $bound;
	}

	public function failures(): int
	{
		return $this->failures;
	}
}
