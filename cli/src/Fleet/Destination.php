<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet;

/** A place that takes batches. */
interface Destination
{
	/** The URL without credentials: for messages, and as the name of its queue. */
	public function name(): string;

	/** True if it takes parts of the kind: "samples", "trace", "alloc". Others are left out, and counted. */
	public function takes(string $kind): bool;

	/** Begins to send. A batch that is sent again changes nothing there. */
	public function send(Batch $batch): Delivery;

	/**
	 * Makes what the place needs, such as tables; what is there stays.
	 *
	 * @return list<string> what was done, for people
	 * @throws \XHProf\Cli\Problem
	 */
	public function setUp(): array;
}
