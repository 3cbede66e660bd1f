<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet;

/** How long to wait after a failure: exponential with full jitter, so that a thousand agents do not come back together. */
final class Backoff
{
	/** A server may not silence an agent for longer. */
	private const MOST_ASKED_S = 3600.0;

	private int $failures = 0;

	/**
	 * @param float $leastS the bound after the first failure, which doubles each time, up to
	 * @param float $mostS in seconds
	 * @param \Closure(): float|null $random from 0 to 1
	 */
	public function __construct(private readonly float $leastS = 1.0, private readonly float $mostS = 300.0, private readonly ?\Closure $random = null)
	{
	}

	public function succeeded(): void
	{
		$this->failures = 0;
	}

	/**
	 * Seconds until the next attempt.
	 *
	 * @param float|null $askedS what the server asked for: never less, and jitter above it
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
