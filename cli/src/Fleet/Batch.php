<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet;

/** A unit of shipping: all series of a window, or one saved run. It is sent as it is until it is accepted. */
final class Batch
{
	/**
	 * @param string $id of the agent's start and a number: the same each time it is sent, and of no other batch
	 * @param int $agent the start's own number, 63 bits, and
	 * @param int $number the batch's, from 1
	 * @param int $from seconds since 1970
	 * @param int $until seconds since 1970, later than $from
	 * @param non-empty-list<BatchPart> $parts
	 */
	public function __construct(
		public readonly string $id,
		public readonly int $agent,
		public readonly int $number,
		public readonly int $from,
		public readonly int $until,
		public readonly array $parts,
	) {
	}

	/** With one part for each series of samples, whatever traces they are of. */
	public function withoutTraces(): self
	{
		$parts = $profiles = [];
		foreach ($this->parts as $place => $part) {
			$key = $part->meta === null ? "$part->kind " . $part->series->id() : $place;
			$parts[$key] ??= $part;
			$profiles[$key][] = $part->profile;
		}
		$merged = array_map(static fn (BatchPart $part, array $same): BatchPart => count($same) === 1 ? $part
			: new BatchPart($part->series, $part->kind, $same[0]->merge(...array_slice($same, 1))), $parts, $profiles);

		return new self($this->id, $this->agent, $this->number, $this->from, $this->until, $merged);
	}
}
