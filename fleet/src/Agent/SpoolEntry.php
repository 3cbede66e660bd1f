<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

/** A batch that waits in the Spool. */
final class SpoolEntry
{
	/** @var array<string, true> the destinations that it waits for */
	public array $waits = [];

	/** How many destinations it is being sent to. */
	public int $taken = 0;

	/**
	 * @param string|null $data the batch in memory; null: it is in the file
	 * @param Weight|null $weight null: not read from the file yet
	 */
	public function __construct(
		public readonly string $file,
		public readonly int $bytes,
		public ?string $data,
		public ?Weight $weight,
	) {
	}
}
