<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

/** Reads rings and saved runs, and sends their profiles to the destinations, window by window. */
final class Agent
{
	/** The time between two looks at all rings; the shorter one is used while a ring fills fast. */
	private const LOOK_S = 1.0;
	private const SOON_S = 0.1;

	/** The time between two looks at the batches that are being sent. */
	private const BUSY_S = 0.02;

	/** The most random delay of sending, so that not all hosts send at the same moment. */
	private const MOST_JITTER_S = 10.0;

	/** How long the last batches may take to be sent, at the end. With a spool the next agent sends the rest. */
	private const LAST_SPOOLED_S = 4.0;
	private const LAST_UNSPOOLED_S = 20.0;

	/** The text of the log for each answer of Tally::reader(). */
	private const READERS = ['seccomp' => 'confined by seccomp again',
		'limits' => 'a process with limits, as seccomp is not available',
		'process' => 'an unconfined process: seccomp and resource limits made it fail',
		'none' => 'the agent itself, as it cannot start a process'];

	/** The most lines about rings in a minute of the log, and in the state. */
	private const MOST_LINES = 20;

	private readonly int $number;
	private readonly float $jitterS;
	private int $batches = 0;
	private float $lookAt = 0;
	private float $sendAt = 0;

	/** @var array<string, string> why rings cannot be used, as of the last look */
	private array $refused = [];

	/** @var array<string, string> those of them that have their line in the log */
	private array $said = [];

	private string $reader = 'seccomp';
	private int $lines = 0;
	private float $linesAt = 0;

	/** @var array<string, int> the losses at the last count */
	private array $lost = [];

	/**
	 * @param Runs|null $runs null: only rings
	 * @param bool $isSpooled whether batches in the outbox outlive the agent
	 * @param \Closure(string): void $log gets a line for each change
	 */
	public function __construct(
		private readonly Collector $collector,
		private readonly Labels $labels,
		private readonly Window $window,
		private readonly Ledger $ledger,
		private readonly Outbox $outbox,
		private readonly ?Runs $runs,
		private readonly bool $isSpooled,
		private readonly Counters $counters,
		private readonly \Closure $log,
		int $windowS,
	) {
		$this->number = random_int(1, PHP_INT_MAX);
		$this->jitterS = random_int(0, 1000) / 1000 * min(self::MOST_JITTER_S, $windowS / 6);
		foreach (AgentNumbers::HELP as $name => $help) {
			$counters->describe($name, $help);
		}
	}

	/** @return float seconds until the next call is due */
	public function tick(): float
	{
		$now = hrtime(true) / 1e9;
		if ($now >= $this->lookAt) {
			$this->lookAt = $now + ($this->collector->tick() ? self::SOON_S : self::LOOK_S);
			$window = $this->window->ended();
			if ($window !== null) {
				$this->cut(...$window);
				$this->sendAt = $now + $this->jitterS;
			}
			$this->takeRuns();
			$this->sayReader();
			$this->sayRefused();
			$this->measure();
		}
		if ($now >= $this->sendAt) {
			$this->outbox->tick();
		}
		$sendAt = $this->outbox->isBusy() ? max($this->sendAt, $now + self::BUSY_S) : INF;

		return max(0.0, min($this->lookAt, $sendAt) - hrtime(true) / 1e9);
	}

	/** Ends sampling, puts the last samples into the outbox, and sends what the destinations take in time. */
	public function stop(): void
	{
		$this->collector->release();
		$this->cut(...$this->window->end());
		$this->outbox->close($this->isSpooled ? self::LAST_SPOOLED_S : self::LAST_UNSPOOLED_S);
		$this->measure();
	}

	/**
	 * @return list<array{to: string, state: string, reason: string, attempts: int, next_s: float|null}> of the
	 *     destinations
	 */
	public function states(): array
	{
		return $this->outbox->states();
	}

	/** Makes a batch of the samples until now. */
	private function cut(int $from, int $until): void
	{
		$sums = $this->collector->take();
		$this->counters->add('read_samples_total', $sums->total()['samples']);
		$this->counters->add('read_seconds_total', $sums->total()['weight_ns']);
		$parts = $sums->parts($this->labels);
		$this->counters->add('other_samples_total', $sums->others()['samples']);
		$this->counters->add('other_seconds_total', $sums->others()['weight_ns']);
		$this->counters->add('truncated_samples_total', $sums->truncated());
		$this->countLost();
		$places = $this->collector->places();
		if ($parts !== []) {
			$batch = $this->batch($from, $until, $parts);
			$this->ledger->begin($batch->id, $places);
			$isStored = $this->outbox->put($batch);
			$this->counters->add('windows_total');
		}
		($isStored ?? true) ? $this->ledger->commit($places) : $this->ledger->forget();
	}

	/** @param non-empty-list<BatchPart> $parts */
	private function batch(int $from, int $until, array $parts): Batch
	{
		$number = ++$this->batches;

		return new Batch(sprintf('%016x-%d', $this->number, $number), $this->number, $number, $from, $until, $parts);
	}

	/** Takes some of the saved runs that wait. */
	private function takeRuns(): void
	{
		foreach ($this->runs?->batches() ?? [] as $batch) {
			if (!$this->outbox->isWanted($batch)) {
				$this->runs?->left($batch);
			} elseif ($this->outbox->put($batch) || !$this->isSpooled) {
				$this->runs?->taken($batch);
			}
		}
		array_map($this->log, $this->runs?->notes() ?? []);
	}

	/** Logs if the reader of rings is of another kind than before. */
	private function sayReader(): void
	{
		$reader = $this->collector->reader();
		if ($reader !== $this->reader) {
			($this->log)('the reader of rings is ' . self::READERS[$reader]);
		}
		$this->reader = $reader;
	}

	/** @return list<string> why rings cannot be used, some of them */
	public function refused(): array
	{
		return array_slice(array_values($this->collector->refused()), 0, self::MOST_LINES);
	}

	/**
	 * Logs why rings cannot be used, once for each. A reason is logged only when seen twice, because the ring may still
	 * be under construction.
	 */
	private function sayRefused(): void
	{
		$now = hrtime(true) / 1e9;
		if ($now - $this->linesAt >= 60) {
			[$this->lines, $this->linesAt] = [0, $now];
		}
		[$before, $this->refused] = [$this->refused, $this->collector->refused()];
		$this->said = array_intersect_key($this->said, $this->refused);
		foreach (array_diff_key(array_intersect_key($this->refused, $before), $this->said) as $file => $reason) {
			$this->said[$file] = $reason;
			if ($this->lines++ < self::MOST_LINES) {
				($this->log)($this->lines < self::MOST_LINES ? $reason
					: 'other rings cannot be used either; the metric refused_rings counts them');
			}
		}
	}

	private function countLost(): void
	{
		$lost = $this->collector->lost();
		foreach (AgentNumbers::LOST as $key => [$name, $labels]) {
			$this->counters->add($name, $lost[$key] - ($this->lost[$key] ?? 0), $labels);
		}
		if ($lost['lost_bytes'] > ($this->lost['lost_bytes'] ?? 0)) {
			($this->log)(sprintf('%d samples were overwritten before they were read',
				$lost['samples'] - ($this->lost['samples'] ?? 0)));
		}
		$this->lost = $lost;
	}

	private function measure(): void
	{
		$this->counters->set('rings', $this->collector->count());
		$this->counters->set('vanished_rings_total', $this->collector->vanished());
		$this->counters->set('reader_confined', $this->reader === 'seccomp' ? 1 : 0);
		$this->counters->set('refused_rings', count($this->collector->refused()));
		foreach ($this->runs?->counters() ?? [] as $name => $value) {
			$this->counters->set($name === 'runs_waiting' ? $name : "{$name}_total", $value);
		}
	}
}
