<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Text;

/** Sends the batches of one destination, one at a time, the oldest first. Never waits. */
final class Sender
{
	private const REASON_BYTES = 400;

	/** @var array{int, Delivery}|null the batch's number in the spool, and its delivery */
	private ?array $sending = null;

	private float $dueS = 0;
	private string $reason = '';

	private readonly string $name;

	/** @param \Closure(string): void $log gets a line for each change */
	public function __construct(
		private readonly Destination $destination,
		private readonly Spool $spool,
		private readonly Counters $counters,
		private readonly \Closure $log,
		private readonly Backoff $backoff = new Backoff(),
	) {
		$this->name = $destination->name();
	}

	/** Goes on with the batch that is being sent, or begins the next one. */
	public function tick(): void
	{
		$outcome = $this->isBusy() ? $this->outcome() : null;
		if ($outcome !== null && $this->sending !== null) {
			$number = $this->sending[0];
			$this->sending = null;
			$this->settle($number, $outcome);
		}
	}

	/** True if a batch is being sent, or one is due. */
	public function isBusy(): bool
	{
		return $this->sending !== null || (!$this->spool->isEmpty($this->name) && self::now() >= $this->dueS);
	}

	/** Makes the next attempt due at once. */
	public function hurry(): void
	{
		$this->dueS = 0;
	}

	/** Stops sending the current batch, which stays in the spool. */
	public function stop(): void
	{
		if ($this->sending !== null) {
			$this->sending[1]->abort();
			$this->spool->release($this->sending[0]);
			$this->sending = null;
		}
	}

	/** @return array{to: string, state: string, reason: string, attempts: int, next_s: float|null} */
	public function state(): array
	{
		$wait = max(0.0, $this->dueS - self::now());
		$isWaiting = $this->sending === null && $wait > 0 && !$this->spool->isEmpty($this->name);

		return ['to' => $this->name,
			'state' => $this->reason !== '' ? 'failing' : ($this->sending === null ? 'idle' : 'sending'),
			'reason' => $this->reason, 'attempts' => $this->backoff->failures(), 'next_s' => $isWaiting ? $wait : null];
	}

	/** The outcome of the current batch; null: it is still being sent, or there is none. */
	private function outcome(): ?Outcome
	{
		try {
			if ($this->sending === null) {
				$taken = $this->spool->take($this->name);
				if ($taken === null) {
					return null;
				}
				$this->sending = [$taken[0], new NoDelivery()];
				$this->sending[1] = $this->begin($taken[1]);
			}

			return $this->sending[1]->poll();
		} catch (Problem $problem) {
			return Outcome::later($problem->getMessage());
		} catch (\Exception | \ValueError | \TypeError $e) {
			// The batch would fail each time, and hold up the others.
			return Outcome::poison("it cannot be sent: {$e->getMessage()}");
		}
	}

	private function begin(Batch $batch): Delivery
	{
		$parts = array_values(array_filter($batch->parts,
			fn (BatchPart $part): bool => $this->destination->takes($part->kind)));

		return $parts === [] ? new NoDelivery()
			: $this->destination->send(new Batch($batch->id, $batch->agent, $batch->number, $batch->from,
				$batch->until, $parts));
	}

	private function settle(int $number, Outcome $outcome): void
	{
		$reason = Text::plain(substr($outcome->reason, 0, self::REASON_BYTES));
		if (!$outcome->isAccepted && !$outcome->isPoison) {
			$this->wait($number, $reason, $outcome->afterS);
			return;
		}
		if ($outcome->isPoison) {
			$this->spool->refuse($this->name, $number, $reason);
			($this->log)("$this->name refuses a batch: $reason");
		} else {
			$this->spool->accept($this->name, $number);
			$this->counters->set('last_accepted_timestamp_seconds', time(), ['to' => $this->name]);
			if ($this->backoff->failures() > 0) {
				($this->log)("$this->name accepts batches again, after {$this->backoff->failures()} attempts");
			}
		}
		$this->counters->set('destination_up', 1, ['to' => $this->name]);
		$this->backoff->succeeded();
		$this->reason = $outcome->isPoison ? $reason : '';
		$this->dueS = 0;
	}

	private function wait(int $number, string $reason, ?float $afterS): void
	{
		$this->spool->release($number);
		$this->counters->add('failed_attempts_total', 1, ['to' => $this->name]);
		$this->counters->set('destination_up', 0, ['to' => $this->name]);
		if ($reason !== $this->reason) {
			($this->log)("$this->name: $reason; batches wait");
		}
		$this->reason = $reason;
		$this->dueS = self::now() + $this->backoff->failed($afterS);
	}

	/** Seconds of the monotonic clock. */
	private static function now(): float
	{
		return hrtime(true) / 1e9;
	}
}
