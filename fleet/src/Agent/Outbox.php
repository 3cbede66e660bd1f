<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

/** Takes all batches that are to be sent. Each destination gets them at its own pace. Only close() waits. */
final class Outbox
{
	/** The pause between two looks while close() waits for the servers. */
	private const STEP_US = 10_000;

	/** @var array<string, Sender> by the destination's name */
	private array $senders = [];

	/** @var array<string, Destination> */
	private array $destinations = [];

	/**
	 * @param list<Destination> $destinations
	 * @param \Closure(string): void $log gets lines for the log
	 * @param \Closure(): Backoff|null $backoff
	 */
	public function __construct(array $destinations, private readonly Spool $spool, private readonly Counters $counters,
		\Closure $log, ?\Closure $backoff = null)
	{
		foreach ($destinations as $destination) {
			$this->destinations[$destination->name()] = $destination;
			$this->senders[$destination->name()] = new Sender($destination, $spool, $counters, $log,
				$backoff === null ? new Backoff() : $backoff());
		}
		$counters->set('start_timestamp_seconds', time());
	}

	/**
	 * Keeps a batch until tick() has sent it. A batch whose id is known already is the same one, and is not added
	 * again.
	 *
	 * @return bool true: a crash cannot lose it, because it is on the disk or no destination takes it
	 */
	public function put(Batch $batch): bool
	{
		$takers = $this->takers($batch->parts);

		return $takers === [] || $this->spool->has($batch->id) || $this->spool->put($batch, $takers);
	}

	/** True if a destination takes a part of it. */
	public function isWanted(Batch $batch): bool
	{
		return $this->takers($batch->parts) !== [];
	}

	/** Must be called regularly, and several times a second while isBusy(). */
	public function tick(): void
	{
		foreach ($this->senders as $sender) {
			$sender->tick();
		}
	}

	/** True if a batch is being sent, or one is due. */
	public function isBusy(): bool
	{
		return array_filter($this->senders, static fn (Sender $sender): bool => $sender->isBusy()) !== [];
	}

	/**
	 * To be called at the end: tries for this long to send all that waits. The rest stays in the spool if that is on
	 * disk, and is lost otherwise.
	 */
	public function close(float $seconds): void
	{
		$end = hrtime(true) + $seconds * 1e9;
		foreach ($this->senders as $sender) {
			$sender->hurry();
		}
		while ($this->isBusy() && hrtime(true) < $end) {
			$this->tick();
			usleep($this->isBusy() ? self::STEP_US : 0);
		}
		foreach ($this->senders as $sender) {
			$sender->stop();
		}
		$this->spool->close();
	}

	/** @return list<array{to: string, state: string, reason: string, attempts: int, next_s: float|null}> */
	public function states(): array
	{
		$this->spool->measure();

		return array_values(array_map(static fn (Sender $sender): array => $sender->state(), $this->senders));
	}

	/**
	 * The destinations that take at least one of the parts. Counts the parts that one does not take.
	 *
	 * @param list<BatchPart> $parts
	 * @return list<string>
	 */
	private function takers(array $parts): array
	{
		$takers = [];
		foreach ($this->destinations as $name => $destination) {
			foreach ($parts as $part) {
				if ($destination->takes($part->kind)) {
					$takers[$name] = $name;
				} else {
					$this->counters->add('left_out_parts_total', 1, ['to' => $name, 'kind' => $part->kind]);
				}
			}
		}

		return array_values($takers);
	}
}
