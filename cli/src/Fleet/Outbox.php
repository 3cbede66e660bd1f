<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet;

/** Takes all that is to be shipped; the destinations get it as they can, each for itself. Nothing here waits, but flush(). */
final class Outbox
{
	/** The pause in a loop that waits for the servers. */
	private const STEP_US = 10_000;

	/** @var array<string, Sender> by name of the destination, as */
	private array $senders = [];

	/** @var array<string, Destination> */
	private array $destinations = [];

	/**
	 * @param list<Destination> $destinations
	 * @param \Closure(string): void $log gets lines for people
	 * @param \Closure(): Backoff|null $backoff
	 */
	public function __construct(array $destinations, private readonly Spool $spool, private readonly Counters $counters, \Closure $log,
		?\Closure $backoff = null)
	{
		foreach ($destinations as $destination) {
			$this->destinations[$destination->name()] = $destination;
			$this->senders[$destination->name()] = new Sender($destination, $spool, $counters, $log,
				$backoff === null ? new Backoff() : $backoff());
		}
		$counters->set('start_timestamp_seconds', time());
	}

	/**
	 * Keeps it until tick() has sent it. A batch of an id that is there already is the same one.
	 *
	 * @return bool it is on the disk, or no destination takes it: a crash loses nothing of it
	 */
	public function put(Batch $batch): bool
	{
		$takers = $this->takers($batch->parts);

		return $takers === [] || $this->spool->has($batch->id) || $this->spool->put($batch, $takers);
	}

	/** True if some destination takes a part of it. */
	public function isWanted(Batch $batch): bool
	{
		return $this->takers($batch->parts) !== [];
	}

	/** True if it waits, or is in quarantine. */
	public function has(string $id): bool
	{
		return $this->spool->has($id);
	}

	/** To be called all the time: while isBusy(), several times a second. */
	public function tick(): void
	{
		foreach ($this->senders as $sender) {
			$sender->tick();
		}
	}

	/** Something is being sent, or could be by now. */
	public function isBusy(): bool
	{
		foreach ($this->senders as $sender) {
			if ($sender->isBusy()) {
				return true;
			}
		}

		return false;
	}

	/** At the end: tries once more to send all that waits, for so long. What is left stays in the spool on disk, and is lost without one. */
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
	 * The destinations that take some of it.
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
