<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

use XHProf\Cli\Problem;

/**
 * The queues of all destinations. Each batch is kept once, on disk or in memory, until all destinations have it. If
 * there is no room, the oldest batch is dropped, and counted for each destination that does not have it yet. While the
 * disk takes nothing, batches are kept in memory.
 */
final class Spool
{
	/** The most bytes of batches in memory. */
	public const MEMORY_BYTES = 16 << 20;

	/** One part in this many of the folder's room is for batches that were refused. */
	private const QUARANTINE_PART = 8;

	/** @var array<int, SpoolEntry> by number, the oldest first */
	private array $entries = [];

	/** @var array<string, array<int, true>> numbers by destination, the oldest first */
	private array $queues = [];

	private int $bytes = 0;
	private int $memoryBytes = 0;
	private int $last = 0;

	/** @var array{int, Batch}|null the number of a batch and the batch itself, which need not be read again */
	private ?array $recent = null;

	private function __construct(private readonly ?SpoolFolder $folder, private readonly int $mostBytes,
		private readonly Counters $counters)
	{
	}

	/** @param list<string> $destinations */
	public static function inMemory(array $destinations, Counters $counters, int $mostBytes = self::MEMORY_BYTES): self
	{
		$spool = new self(null, $mostBytes, $counters);
		$spool->queues = array_fill_keys($destinations, []);

		return $spool;
	}

	/**
	 * A spool in a folder. Batches that an earlier agent left there wait again.
	 *
	 * @param list<string> $destinations
	 * @throws Problem if the folder cannot be used
	 */
	public static function onDisk(SpoolFolder $folder, array $destinations, Counters $counters, int $mostBytes): self
	{
		$spool = new self($folder, max(1, $mostBytes - intdiv($mostBytes, self::QUARANTINE_PART)), $counters);
		array_map($folder->addQueue(...), $destinations);
		$counters->add('unfinished_files_total', $folder->recover($destinations));
		$spool->queues = array_fill_keys($destinations, []);
		$spool->last = $folder->lastNumber();
		foreach ($folder->index() as $destination => $files) {
			foreach ($files as $number => [$file, $bytes]) {
				$spool->entries[$number] ??= $spool->count(new SpoolEntry($file, $bytes, null, null));
				$spool->entries[$number]->waits[$destination] = true;
				$spool->queues[$destination][$number] = true;
			}
		}
		ksort($spool->entries);
		$spool->makeRoom(0);

		return $spool;
	}

	/**
	 * @param list<string> $destinations those that the batch is for
	 * @return bool true: the batch is on the disk
	 */
	public function put(Batch $batch, array $destinations): bool
	{
		$data = BatchFile::encode($batch);
		$this->persist();
		$number = ++$this->last;
		$entry = new SpoolEntry(SpoolFolder::fileOf($number, $batch->id), strlen($data),
			$data, Weight::of($batch->parts));
		$entry->waits = array_fill_keys($destinations, true);
		if (!$this->makeRoom($entry->bytes)) {
			$this->lose($entry, 'room');

			return false;
		}
		$this->entries[$number] = $this->count($entry);
		foreach ($destinations as $destination) {
			$this->queues[$destination][$number] = true;
		}
		$this->recent = [$number, $batch];
		$isStored = $this->store($entry);
		$this->boundMemory();

		return $isStored;
	}

	/** True if a batch of this id waits, or is in quarantine. */
	public function has(string $id): bool
	{
		foreach ($this->entries as $number => $entry) {
			if ($entry->file === SpoolFolder::fileOf($number, $id)) {
				return true;
			}
		}

		return $this->folder?->hasQuarantined($id) ?? false;
	}

	/**
	 * The oldest batch that waits for a destination; null: none waits. It cannot be dropped until release(), accept()
	 * or refuse(). Damaged batches are set aside.
	 *
	 * @return array{int, Batch}|null the batch and its number in the spool
	 */
	public function take(string $destination): ?array
	{
		while (($number = array_key_first($this->queues[$destination])) !== null) {
			try {
				$batch = $this->batch($destination, $number);
			} catch (Problem $problem) {
				$this->counters->addBatch('lost', $this->weight($destination, $this->entries[$number]),
					['to' => $destination, 'reason' => 'damaged']);
				$this->setAside($destination, $number, $problem->getMessage());
				continue;
			}
			$this->entries[$number]->taken++;

			return [$number, $batch];
		}

		return null;
	}

	/** The batch that was taken is to be sent again later. */
	public function release(int $number): void
	{
		$this->entries[$number]->taken--;
	}

	public function accept(string $destination, int $number): void
	{
		$entry = $this->entries[$number];
		$entry->taken--;
		$this->counters->addBatch('accepted', $this->weight($destination, $entry), ['to' => $destination]);
		$this->folder?->remove($destination, $entry->file);
		$this->forget($destination, $number);
	}

	/** @param string $reason the reason that the server gave */
	public function refuse(string $destination, int $number, string $reason): void
	{
		$entry = $this->entries[$number];
		$entry->taken--;
		$this->counters->addBatch('quarantined', $this->weight($destination, $entry), ['to' => $destination]);
		$this->setAside($destination, $number, $reason);
	}

	public function isEmpty(string $destination): bool
	{
		return $this->queues[$destination] === [];
	}

	/** Writes the batches in memory to the disk. Those that it does not take are lost. */
	public function close(): void
	{
		$this->persist();
		foreach ($this->entries as $number => $entry) {
			if ($entry->data !== null) {
				$this->drop($number, 'end');
			}
		}
		$this->folder?->close();
	}

	/** Sets the counters for the sizes of the queues. */
	public function measure(): void
	{
		foreach ($this->queues as $destination => $numbers) {
			$this->counters->set('queued_batches', count($numbers), ['to' => $destination]);
			$bytes = array_map(static fn (SpoolEntry $entry): int => $entry->bytes,
				array_intersect_key($this->entries, $numbers));
			$this->counters->set('queued_bytes', array_sum($bytes), ['to' => $destination]);
		}
		$this->counters->set('spool_bytes', $this->bytes);
		$this->counters->set('quarantine_bytes', $this->folder?->quarantineBytes() ?? 0);
	}

	private function count(SpoolEntry $entry): SpoolEntry
	{
		$this->bytes += $entry->bytes;
		$this->memoryBytes += $entry->data === null ? 0 : $entry->bytes;

		return $entry;
	}

	/**
	 * Drops the oldest batches until there is room; false: there is not enough, for example because all batches are
	 * being sent.
	 */
	private function makeRoom(int $bytes): bool
	{
		foreach ($this->entries as $number => $entry) {
			if ($this->bytes + $bytes <= $this->mostBytes) {
				return true;
			}
			if ($entry->taken === 0) {
				$this->drop($number, 'room');
			}
		}

		return $this->bytes + $bytes <= $this->mostBytes;
	}

	private function boundMemory(): void
	{
		foreach ($this->folder === null ? [] : $this->entries as $number => $entry) {
			if ($this->memoryBytes > self::MEMORY_BYTES && $entry->data !== null && $entry->taken === 0) {
				$this->drop($number, 'memory');
			}
		}
	}

	/** Writes the batches to the disk that it did not take before. */
	private function persist(): void
	{
		foreach ($this->memoryBytes === 0 || $this->folder === null ? [] : $this->entries as $entry) {
			if ($entry->data !== null && !$this->store($entry)) {
				return;
			}
		}
	}

	private function store(SpoolEntry $entry): bool
	{
		if ($this->folder === null || $entry->data === null) {
			return false;
		}
		try {
			$this->folder->store($entry->file, $entry->data, array_keys($entry->waits));
		} catch (Problem) {
			$this->counters->add('spool_errors_total');

			return false;
		}
		$entry->data = null;
		$this->memoryBytes -= $entry->bytes;

		return true;
	}

	/** @throws Problem */
	private function batch(string $destination, int $number): Batch
	{
		if ($this->recent === null || $this->recent[0] !== $number) {
			$entry = $this->entries[$number];
			$this->recent = [$number,
				BatchFile::decode($entry->data ?? $this->folder?->read($destination, $entry->file) ?? '')];
		}

		return $this->recent[1];
	}

	private function weight(string $destination, SpoolEntry $entry): Weight
	{
		return $entry->weight ??= BatchFile::weight($entry->data
			?? $this->folder?->head($destination, $entry->file) ?? '');
	}

	private function setAside(string $destination, int $number, string $reason): void
	{
		$this->folder?->quarantine($destination, $this->entries[$number]->file, $reason,
			intdiv($this->mostBytes, self::QUARANTINE_PART - 1));
		$this->forget($destination, $number);
	}

	/** Drops a batch, and counts it as lost for each destination that still waits for it. */
	private function drop(int $number, string $reason): void
	{
		$entry = $this->entries[$number];
		$this->lose($entry, $reason);
		foreach (array_keys($entry->waits) as $destination) {
			$this->folder?->remove($destination, $entry->file);
			$this->forget($destination, $number);
		}
	}

	private function lose(SpoolEntry $entry, string $reason): void
	{
		foreach (array_keys($entry->waits) as $destination) {
			$this->counters->addBatch('lost', $this->weight($destination, $entry),
				['to' => $destination, 'reason' => $reason]);
		}
	}

	private function forget(string $destination, int $number): void
	{
		$entry = $this->entries[$number];
		unset($this->queues[$destination][$number], $entry->waits[$destination]);
		if ($entry->waits !== []) {
			return;
		}
		$this->bytes -= $entry->bytes;
		$this->memoryBytes -= $entry->data === null ? 0 : $entry->bytes;
		unset($this->entries[$number]);
		if ($this->recent !== null && $this->recent[0] === $number) {
			$this->recent = null;
		}
	}
}
