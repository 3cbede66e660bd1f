<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Profile;
use XHProf\Ring;

/**
 * Samples all processes of a target, including those that start meanwhile, and adds up the samples.
 *
 * @phpstan-type Sampling array{is_on: bool, readers: int, source: string, interval_ns: int, budget: float,
 *     samples: int, weight_ns: int, late: int, cut: int, handler_ns: int, helper_ns: int}
 * @phpstan-type Status array{made: float, is_alive: bool|null, state: string, sampling: Sampling,
 *     ring: array{lost_bytes: int, damaged: int, functions_lost: int}}
 * @phpstan-type Totals array{processes: int, started: int, ended: int, brief: int, least_ns: int, most_ns: int,
 *     late: int, cut: int, lost_bytes: int, damaged: int, functions_lost: int, handler_ns: int, helper_ns: int,
 *     budget: float, sources: list<string>}
 */
final class Recorder
{
	private const RESCAN_S = 0.25;

	/** A process that ends within this time is sampled for a part of it only. */
	private const BRIEF_S = 1.0;

	/** This many reads are enough for the largest ring. */
	private const MOST_LOOKS = 64;

	/** The numbers in a status that only grow. */
	private const GROWING = ['late', 'cut', 'handler_ns', 'helper_ns', 'lost_bytes', 'damaged', 'functions_lost'];

	/** @var array<string, Ring> by file */
	private array $rings = [];

	/** @var array<string, Status> the status of each ring when it was opened, by file */
	private array $before = [];

	private readonly Rings $opener;

	/** @var array<string, list<Profile>> of processes that have ended, by value */
	private array $parts = [];

	/** @var Totals */
	private array $totals = ['processes' => 0, 'started' => 0, 'ended' => 0, 'brief' => 0, 'least_ns' => 0,
		'most_ns' => 0, 'late' => 0, 'cut' => 0, 'lost_bytes' => 0, 'damaged' => 0, 'functions_lost' => 0,
		'handler_ns' => 0, 'helper_ns' => 0, 'budget' => 0.0, 'sources' => []];

	private float $askedAt = 0;
	private float $scannedAt = 0;

	/**
	 * @param \Closure(): list<string> $files the rings that there are now
	 * @param string $by as for Ring::read()
	 * @param int|null $budget percent of CPU time in place of xhprof.live_budget; null: as set
	 * @param string|null $trace only samples of this trace count; null: all
	 * @param string $doubt as for Rings
	 */
	public function __construct(
		private readonly \Closure $files,
		private readonly int $intervalNs,
		private readonly string $clock,
		private readonly string $by,
		private readonly ?int $budget = null,
		private readonly ?string $trace = null,
		string $doubt = '',
	) {
		$this->opener = new Rings($doubt);
	}

	/** Must be called several times a second. */
	public function tick(): void
	{
		$now = hrtime(true) / 1e9;
		if ($now - $this->scannedAt >= self::RESCAN_S) {
			$this->rescan($this->scannedAt == 0); // also asks new processes to sample
			$this->askedAt = $this->askedAt ?: $now;
			$this->scannedAt = $now;
		}
		if ($now - $this->askedAt >= Lease::RENEW_S) {
			array_map($this->ask(...), array_keys($this->rings));
			$this->askedAt = $now;
		}
		foreach ($this->rings as $ring) {
			$ring->collect($this->by);
		}
	}

	/**
	 * Collects the samples that all rings have since this time, including those of processes that died. Sends no
	 * message.
	 *
	 * @param int $since Unix time
	 */
	public function readSince(int $since): void
	{
		$this->rings = $this->opener->open(($this->files)(), [], function (Ring $ring, string $file): Ring {
			$this->noteSampling($this->before[$file] = $ring->status());

			return $ring;
		}, since: (float) $since, trace: $this->trace);
		$this->totals['processes'] += count($this->rings);
		foreach ($this->rings as $ring) {
			for ($looks = 0; $looks < self::MOST_LOOKS && $ring->collect($this->by) > 0; $looks++) {
				// One call of collect() reads a part of a large ring.
			}
		}
	}

	/**
	 * Ends our leases, so that no process samples for us any more, and waits until the processes have written their
	 * open samples.
	 */
	public function release(): void
	{
		$files = array_keys($this->rings);
		foreach ($files as $file) {
			$this->noteSampling($this->status($file));
			$this->send($file, 0);
		}
		Lease::end(array_map(fn (string $file): \Closure => fn (): ?array => $this->status($file), $files));
	}

	/**
	 * The recording, a profile for each value.
	 *
	 * @return array<string, Profile>
	 */
	public function finish(): array
	{
		foreach (array_keys($this->rings) as $file) {
			$this->close($file);
		}
		$sums = array_map(static fn (array $parts): Profile => $parts[0]->merge(...array_slice($parts, 1)),
			$this->parts);
		$this->parts = [];

		return $sums;
	}

	/**
	 * @return Totals all processes together; until finish() was called, the numbers that grow are those of ended
	 *     processes only
	 */
	public function totals(): array
	{
		return $this->totals;
	}

	public function count(): int
	{
		return count($this->rings);
	}

	/** @return array<string, string> why a process is not sampled, by file */
	public function refused(): array
	{
		return $this->opener->refused();
	}

	private function rescan(bool $isFirst): void
	{
		$files = ($this->files)();
		// A process that started during the recording is read from its first sample on.
		foreach ($this->opener->open($files, $this->rings, $this->live(...), !$isFirst, trace: $this->trace)
			as $file => $ring) {
			$this->rings[$file] = $ring;
			$this->totals['processes']++;
			$this->totals['started'] += $isFirst ? 0 : 1;
			$this->ask($file);
		}
		foreach (array_keys($this->rings) as $file) {
			if (!in_array($file, $files, true) || !$this->isAlive($file)) {
				$this->totals['ended']++;
				$this->totals['brief'] += microtime(true) - $this->before[$file]['made'] < self::BRIEF_S ? 1 : 0;
				$this->opener->close($file);
				$this->close($file);
			}
		}
	}

	/** The ring; null: its process has ended. */
	private function live(Ring $ring, string $file): ?Ring
	{
		$status = $ring->status();
		if ($status['is_alive'] === false) {
			return null;
		}
		$this->before[$file] = $status;

		return $ring;
	}

	private function isAlive(string $file): bool
	{
		$status = $this->status($file);
		$this->noteSampling($status);

		return $status !== null && $status['is_alive'] !== false;
	}

	private function ask(string $file): void
	{
		$this->send($file, Lease::MS);
	}

	/** @param Status|null $status */
	private function noteSampling(?array $status): void
	{
		$sampling = $status['sampling'] ?? null;
		if ($sampling !== null && $sampling['is_on']) {
			$this->totals['most_ns'] = max($this->totals['most_ns'], $sampling['interval_ns']);
			$this->totals['least_ns'] = min($this->totals['least_ns'] ?: PHP_INT_MAX, $sampling['interval_ns']);
			$this->totals['budget'] = max($this->totals['budget'], $sampling['budget']);
			$this->totals['sources'] = array_values(array_unique([...$this->totals['sources'], $sampling['source']]));
		}
	}

	private function send(string $file, int $lease_ms): void
	{
		$this->opener->send($file, fn (): bool => $this->rings[$file]->control(
			Lease::message($this->intervalNs, $this->clock, $this->budget, $lease_ms)));
	}

	/** Takes the remaining samples of a ring, adds its numbers to the totals, and drops it. */
	private function close(string $file): void
	{
		$status = $this->status($file);
		foreach ($this->rings[$file]->read($this->by) as $value => $profile) {
			if ($profile->summary()['samples'] ?? 0) {
				$this->parts[$value][] = $profile;
			}
		}
		$status = $this->status($file) ?? $status;
		$before = $this->before[$file]['sampling'] + $this->before[$file]['ring'];
		$after = $status === null ? $before : $status['sampling'] + $status['ring'];
		foreach (self::GROWING as $key) {
			$this->totals[$key] = Total::plus($this->totals[$key], $after[$key] - $before[$key]);
		}
		unset($this->rings[$file], $this->before[$file]);
	}

	/** @return Status|null null: its file was truncated */
	private function status(string $file): ?array
	{
		try {
			/** @var Status $status */
			$status = $this->rings[$file]->status();
		} catch (\RuntimeException) {
			return null;
		}

		return $status;
	}
}
