<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Profile;
use XHProf\Ring;

/**
 * Samples all processes of a target, including those that start meanwhile, and adds up the samples.
 *
 * @phpstan-import-type Status from Ring
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

	private readonly Session $session;

	/** @var array<string, list<Profile>> of processes that have ended, by value */
	private array $parts = [];

	/** @var Totals */
	private array $totals = ['processes' => 0, 'started' => 0, 'ended' => 0, 'brief' => 0, 'least_ns' => 0,
		'most_ns' => 0, 'late' => 0, 'cut' => 0, 'lost_bytes' => 0, 'damaged' => 0, 'functions_lost' => 0,
		'handler_ns' => 0, 'helper_ns' => 0, 'budget' => 0.0, 'sources' => []];

	/**
	 * @param \Closure(): list<string> $files the rings that there are now
	 * @param string $by as for Ring::read()
	 * @param int|null $budget percent of CPU time in place of xhprof.live_budget; null: as set
	 * @param string|null $trace only samples of this trace count; null: all
	 * @param string $doubt as for Rings
	 */
	public function __construct(
		private readonly \Closure $files,
		int $intervalNs,
		string $clock,
		private readonly string $by,
		?int $budget = null,
		private readonly ?string $trace = null,
		string $doubt = '',
	) {
		$this->session = new Session($files, $this->take(...), self::RESCAN_S, isRecording: true, trace: $trace,
			doubt: $doubt);
		$this->session->ask($intervalNs, $clock, $budget);
	}

	/** Must be called several times a second. */
	public function tick(): void
	{
		$ended = $this->session->tick();
		array_map($this->noteSampling(...), $this->session->statuses());
		foreach ($ended as $file) {
			$this->totals['ended']++;
			$this->totals['brief'] += microtime(true) - $this->before[$file]['made'] < self::BRIEF_S ? 1 : 0;
			$this->close($file);
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
		$this->rings = $this->session->rings->open(($this->files)(), [], function (Ring $ring, string $file): Ring {
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
		foreach ($this->rings as $ring) {
			$this->noteSampling(Rings::status($ring));
		}
		$this->session->release();
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
		return $this->session->rings->refused();
	}

	private function take(Ring $ring, string $file, bool $isFirst): Ring
	{
		$this->before[$file] = $ring->status();
		$this->rings[$file] = $ring;
		$this->totals['processes']++;
		$this->totals['started'] += $isFirst ? 0 : 1;

		return $ring;
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

	/** Takes the remaining samples of a ring, adds its numbers to the totals, and drops it. */
	private function close(string $file): void
	{
		$status = Rings::status($this->rings[$file]);
		foreach ($this->rings[$file]->read($this->by) as $value => $profile) {
			if ($profile->summary()['samples'] ?? 0) {
				$this->parts[$value][] = $profile;
			}
		}
		$status = Rings::status($this->rings[$file]) ?? $status;
		$before = $this->before[$file]['sampling'] + $this->before[$file]['ring'];
		$after = $status === null ? $before : $status['sampling'] + $status['ring'];
		foreach (self::GROWING as $key) {
			$this->totals[$key] = Total::plus($this->totals[$key], $after[$key] - $before[$key]);
		}
		unset($this->rings[$file], $this->before[$file]);
	}
}
