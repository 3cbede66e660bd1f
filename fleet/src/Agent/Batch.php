<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

/** A unit of shipping: all series of a window, or one saved run. It is sent unchanged until it is accepted. */
final class Batch
{
	/**
	 * @param string $id of a window: the numbers below; of a saved run: "run-" and its id. It is the same each time the
	 *     batch is sent, and no other batch has it
	 * @param int $agent the number of the agent's start, 63 random bits; for a saved run, 63 bits of its id
	 * @param int $number the number of the batch since the start, from 1; for a saved run 1
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

	/** A copy with one part for each series of samples: the parts of all its traces are merged. */
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
