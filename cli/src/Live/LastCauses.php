<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

/**
 * The causes that workers were last seen to wait for. A worker's samples are read a moment later, when it may wait for
 * something else.
 */
final class LastCauses
{
	/** A holder that was seen longer ago than this does not count: another process may hold the lock by now. */
	private const HOLDS_S = 1.0;

	/** @var array<string, array<string, array{holder: CauseDetails, seen: float, request: int}>> by file and wait */
	private array $holders = [];

	/**
	 * @param string $file the worker's ring
	 * @param int $request the number of the request that waits
	 * @param float $now seconds, as of() has them
	 */
	public function see(string $file, string $wait, int $request, CauseDetails $holder, float $now): void
	{
		$this->holders[$file][$wait] = ['holder' => $holder, 'seen' => $now, 'request' => $request];
	}

	/** The holder of this wait; null: none was seen lately. */
	public function of(string $file, string $wait, float $now): ?CauseDetails
	{
		$last = $this->holders[$file][$wait] ?? null;

		return $last !== null && $now - $last['seen'] < self::HOLDS_S ? $last['holder'] : null;
	}

	/**
	 * Forgets the holders that other requests of this worker waited for: this one may wait for another holder of a lock
	 * with the same name.
	 */
	public function keepOnly(string $file, int $request): void
	{
		$this->holders[$file] = array_filter($this->holders[$file] ?? [],
			static fn (array $last): bool => $last['request'] === $request);
	}
}
