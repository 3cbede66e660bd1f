<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Ring;

/**
 * Keeps the processes of a target sampling, for all that sample: opens their rings, asks them, renews the leases in
 * time, notices which processes have ended, and ends the leases. Reading the rings is left to others. A request to
 * sample is a lease, which ends by itself unless it is renewed: so a reader that was killed leaves no sampling behind.
 *
 * @api
 * @phpstan-import-type Status from Ring
 */
final class Session
{
	/** Milliseconds from a message to the end of its lease. */
	private const LEASE_MS = 6000;

	/** Seconds between two renewals. Each wakes the process, but a reader that is late must not lose its lease. */
	private const RENEW_S = 2.5;

	/** On a busy machine a process may take this long to write its last samples. */
	private const LAST_SAMPLES_S = 1.0;

	/** Says which rings are not read, or their processes not sampled. */
	public readonly Rings $rings;

	/** @var array<string, Ring> of processes that have not ended, by file */
	private array $open = [];

	/** @var array<string, true> all files at the last scan */
	private array $files = [];

	/** @var array<string, Status> as statuses() */
	private array $statuses = [];

	/** @var array{int, string, int|null}|null interval, clock and budget of the leases; null: there are none */
	private ?array $asked = null;

	private float $askedAt = 0;
	private ?float $scannedAt = null;

	/**
	 * @param \Closure(): list<string> $list the rings that there are now
	 * @param \Closure(Ring, string, bool): (Ring|null) $take gets a new ring, its file, and whether this is the first
	 *     scan. Returns the ring to use, which may be another object; null: it is not to be read
	 * @param float $everyS seconds from one scan to the next; 0: each tick() scans
	 * @param bool $isRecording rings that are found after the first scan are read from their first sample on, and the
	 *     reason why a process was not sampled stays after its end. Readers that go on for ever need neither
	 * @param bool $isAgent rings whose process has ended before are taken, too; and as there may be many, only those
	 *     are looked at that cannot be asked any more
	 * @param string|null $trace as for Ring::open()
	 * @param string $doubt as for Rings
	 * @param (\Closure(): float)|null $clock monotonic, in seconds; null: the system's
	 */
	public function __construct(
		private readonly \Closure $list,
		private readonly \Closure $take,
		private readonly float $everyS = 0,
		private readonly bool $isRecording = false,
		private readonly bool $isAgent = false,
		private readonly ?string $trace = null,
		string $doubt = '',
		private readonly ?\Closure $clock = null,
	) {
		$this->rings = new Rings($doubt);
	}

	/**
	 * Asks all processes to sample, and from now on those that tick() finds.
	 *
	 * @param string $clock "wall" or "cpu"
	 * @param int|null $budget percent of CPU time in place of xhprof.live_budget; null: as set
	 */
	public function ask(int $intervalNs, string $clock, ?int $budget = null): void
	{
		$this->asked = [$intervalNs, $clock, $budget];
		$this->askedAt = $this->now();
		$this->send($this->open, self::LEASE_MS);
	}

	/**
	 * Finds and asks new processes, and renews the leases that are due. Must be called at least once a second.
	 *
	 * @return list<string> files of processes that have ended; also of rings that were removed or truncated. They are
	 *     not open any more: their last samples can be read now
	 */
	public function tick(): array
	{
		$now = $this->now();
		if ($this->scannedAt !== null && $now - $this->scannedAt < $this->everyS) {
			return [];
		}
		$gone = [];
		if ($now - $this->askedAt >= self::RENEW_S) {
			$gone = $this->send($this->open, self::LEASE_MS);
			$this->askedAt = $now;
		}
		$gone += $this->find();
		$this->scannedAt = $now;

		return $this->end($this->isAgent ? $gone : $this->open);
	}

	/**
	 * Ends the leases, so that no process samples for us any more. From then on, tick() asks no process.
	 *
	 * @param bool $mustWait until the processes have written their open samples
	 */
	public function release(bool $mustWait = true): void
	{
		$this->send($this->open, 0);
		$this->asked = null;
		if ($mustWait) {
			self::await(array_map(static fn (Ring $ring): \Closure => static fn (): ?array => Rings::status($ring),
				$this->open));
		}
	}

	/**
	 * Waits until the processes whose leases were ended have written their open samples. If another reader keeps a
	 * process sampling, this takes all of LAST_SAMPLES_S.
	 *
	 * @param array<array-key, \Closure(): (array{is_alive: bool|null, sampling: array{is_on: bool,
	 *     readers: int}}|null)> $statuses as Rings::status()
	 */
	public static function await(array $statuses): void
	{
		$isSampled = static function (\Closure $read): bool {
			/** @var array{is_alive: bool|null, sampling: array{is_on: bool, readers: int}}|null $status */
			$status = $read();

			return $status !== null && Rings::isAlive($status) && $status['sampling']['is_on']
				&& $status['sampling']['readers'] > 0;
		};
		for ($end = hrtime(true) + self::LAST_SAMPLES_S * 1e9; $statuses !== [] && hrtime(true) < $end; usleep(1000)) {
			$statuses = array_filter($statuses, $isSampled);
		}
	}

	/** Forgets a ring that will not be read again. Its process is not asked any more. */
	public function drop(string $file): void
	{
		unset($this->open[$file]);
		if (!$this->isRecording) {
			$this->rings->forget($file);
		}
	}

	/** @return array<string, true> all rings that there were at the last scan, by file */
	public function files(): array
	{
		return $this->files;
	}

	/**
	 * @return array<string, Status> of the rings whose state the last scan read, by file, and of those that had ended
	 */
	public function statuses(): array
	{
		return $this->statuses;
	}

	private function now(): float
	{
		return $this->clock === null ? hrtime(true) / 1e9 : ($this->clock)();
	}

	/** @return array<string, Ring> as send(), for rings that are new */
	private function find(): array
	{
		$isFirst = $this->scannedAt === null;
		$files = ($this->list)();
		$this->files = array_fill_keys($files, true);
		$new = $this->rings->open($files, $this->open, fn (Ring $ring, string $file): ?Ring =>
			$this->isAgent || Rings::isAlive($ring->status()) ? ($this->take)($ring, $file, $isFirst) : null,
			$this->isRecording && !$isFirst, trace: $this->trace);
		$this->open += $new;

		return $this->send($new, self::LEASE_MS);
	}

	/**
	 * Drops the rings whose process has ended.
	 *
	 * @param array<string, Ring> $doubted whose process may have
	 * @return list<string> as tick()
	 */
	private function end(array $doubted): array
	{
		$this->statuses = array_filter(array_map(Rings::status(...), $doubted));
		$ended = array_diff_key($doubted, array_filter($this->statuses, Rings::isAlive(...)))
			+ array_diff_key($this->open, $this->files);
		array_map($this->drop(...), array_keys($ended));

		return array_keys($ended);
	}

	/**
	 * @param array<string, Ring> $rings
	 * @return array<string, Ring> those that nobody reads messages for
	 */
	private function send(array $rings, int $leaseMs): array
	{
		if ($this->asked === null) {
			return [];
		}
		[$intervalNs, $clock, $budget] = $this->asked;
		$message = ['sample' => ['interval_ns' => $intervalNs, 'clock' => $clock, 'lease_ms' => $leaseMs]
			+ ($budget === null || $leaseMs === 0 ? [] : ['budget' => $budget])];

		return array_filter($rings, fn (Ring $ring, string $file): bool =>
			!$this->rings->send($file, static fn (): bool => $ring->control($message)), ARRAY_FILTER_USE_BOTH);
	}
}
