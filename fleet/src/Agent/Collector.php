<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

use XHProf\Cli\Live\Session;
use XHProf\Cli\Live\Total;
use XHProf\Ring;
use XHProf\Tally;

/**
 * Keeps all processes sampling, including those that start meanwhile, and adds up their samples by label set.
 *
 * @phpstan-import-type Loss from RingCursor
 * @phpstan-import-type Place from RingCursor
 */
final class Collector
{
	private const SCAN_S = 1.0;

	/** If more than this part of a ring is written between two looks, it may soon be overwritten before it is read. */
	private const FULL = 0.2;

	/** @var array<string, RingCursor> by file */
	private array $cursors = [];

	/** @var array<string, Place> of ended processes whose file is still there */
	private array $over = [];

	private readonly Session $session;

	/** @var array<string, string> why a ring is not read any more, by file */
	private array $quarantined = [];

	private readonly Tally $tally;

	/** @var array<string, int> Loss since the start; samples and time in damaged rings are counted apart */
	private array $lost = ['samples' => 0, 'weight_ns' => 0, 'lost_bytes' => 0, 'damaged' => 0, 'late' => 0, 'cut' => 0,
		'functions_lost' => 0, 'damaged_samples' => 0, 'damaged_weight_ns' => 0];

	private int $vanished = 0;

	/**
	 * @param \Closure(): list<string> $files the rings that there are now
	 * @param array<string, Place>|null $places how far an earlier agent had read, by file; null: there was none, and
	 *     samples that are in the rings at the start are ignored
	 * @param (\Closure(): float)|null $now monotonic time in seconds; null: the system's
	 */
	public function __construct(
		\Closure $files,
		int $intervalNs,
		string $clock,
		private readonly Labels $labels,
		private ?array $places,
		?\Closure $now = null,
	) {
		$this->session = new Session($files, $this->open(...), self::SCAN_S, isAgent: true, clock: $now);
		$this->session->ask($intervalNs, $clock);
		$this->tally = new Tally();
	}

	/**
	 * Must be called once a second.
	 *
	 * @return bool true: call it again sooner, because a ring fills fast
	 */
	public function tick(): bool
	{
		$ended = array_fill_keys($this->session->tick(), true);
		$this->close(array_intersect_key($this->cursors, $ended));
		$files = $this->session->files();
		$this->over = array_intersect_key($this->over, $files);
		$this->quarantined = array_intersect_key($this->quarantined, $files);
		foreach (array_diff_key($this->places ?? [], $files) as $place) {
			$this->vanished += $place['is_over'] ? 0 : 1;
		}
		$this->places = [];

		return $this->read($this->cursors) > self::FULL;
	}

	/** Takes the samples since the last call. */
	public function take(): Sums
	{
		$this->finish($this->cursors, false);
		$sums = new Sums();
		foreach ($this->tally->take() as ['label' => $label, 'tags' => $tags, 'trace' => $trace, 'span' => $span,
			'profile' => $profile]) {
			[$pool, $php] = explode("\0", $label, 2) + ['', ''];
			$sums->add($this->labels->series($pool, $php, Labels::tags($tags)), $profile,
				(string) $trace, (string) $span);
		}

		return $sums;
	}

	/**
	 * Ends our leases, so that no process samples for us any more, and waits until the processes have written their
	 * open samples.
	 */
	public function release(): void
	{
		$this->session->release();
	}

	/** @return array<string, Place> how far each ring was read, by file */
	public function places(): array
	{
		return array_map(static fn (RingCursor $cursor): array => $cursor->place(false), $this->cursors) + $this->over;
	}

	public function count(): int
	{
		return count($this->cursors);
	}

	/**
	 * @return array<string, int> as RingCursor::loss(), since the start; "samples" and "weight_ns" are without those of
	 *     damaged rings
	 */
	public function lost(): array
	{
		return $this->lost;
	}

	/** The number of rings of processes that ended while no agent read them. Nobody knows how many samples they had. */
	public function vanished(): int
	{
		return $this->vanished;
	}

	/** @return array<string, string> why a ring is not read, or its process not sampled, by file */
	public function refused(): array
	{
		return $this->session->rings->lines() + $this->quarantined;
	}

	/** @return string as Tally::reader() */
	public function reader(): string
	{
		return $this->tally->reader();
	}

	/**
	 * Opens a ring. It is read from where an earlier agent stopped; if it is new, from its first sample on; at the very
	 * first scan, from now on.
	 */
	private function open(Ring $ring, string $file): ?Ring
	{
		if (isset($this->over[$file])) {
			return null;
		}
		$place = $this->places[$file] ?? null;
		$this->cursors[$file] = RingCursor::of($file, $place, $place === null && $this->places !== null, $ring);

		return $this->cursors[$file]->ring;
	}

	/** @param array<string, RingCursor> $cursors of ended processes, whose remaining samples are read */
	private function close(array $cursors): void
	{
		$this->finish($cursors, true);
		foreach ($cursors as $file => $cursor) {
			unset($this->cursors[$file]);
			$this->over[$file] = $cursor->place(true);
		}
	}

	/**
	 * @param array<string, RingCursor> $cursors
	 * @return float the largest part of a ring that was written since the last call
	 */
	private function read(array $cursors): float
	{
		$part = 0.0;
		foreach ($this->tally->readAll(array_map(static fn (RingCursor $cursor): array => $cursor->labelled(),
			$cursors)) as $file => $read) {
			// The failure may have been chance, or the fault of another ring: this one is read again alone.
			$read = is_string($read) ? $this->tally->readAll([$cursors[$file]->labelled()], true)[0] : $read;
			if (is_string($read)) {
				$this->quarantine($file, $read);
			} else {
				$part = max($part, $cursors[$file]->add($read));
			}
		}

		return $part;
	}

	private function quarantine(string $file, string $reason): void
	{
		$cursor = $this->cursors[$file];
		unset($this->cursors[$file]);
		$this->session->drop($file);
		$this->quarantined[$file] = "$file: quarantined: $reason";
		$this->over[$file] = $cursor->place(true);
		$this->addLoss($cursor->loss(true), true);
	}

	/** @param array<string, RingCursor> $cursors */
	private function finish(array $cursors, bool $isOver): void
	{
		foreach ($cursors as $cursor) {
			$cursor->refresh();
		}
		$this->read($cursors);
		foreach ($cursors as $cursor) {
			$this->addLoss($cursor->loss($isOver), false);
		}
	}

	/** @param Loss $loss */
	private function addLoss(array $loss, bool $isDamaged): void
	{
		$isDamaged = $isDamaged || ($loss['damaged'] > 0 && $loss['lost_bytes'] === 0);
		foreach ($loss as $key => $more) {
			$name = $isDamaged && ($key === 'samples' || $key === 'weight_ns') ? "damaged_$key" : $key;
			$this->lost[$name] = Total::plus($this->lost[$name], $more);
		}
	}
}
