<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

/** A place that batches are sent to. */
interface Destination
{
	/** The URL without credentials. Messages show it, and it names the queue. */
	public function name(): string;

	/** True if it takes parts of this kind, "samples", "trace" or "alloc". Other parts are left out, and counted. */
	public function takes(string $kind): bool;

	/** Begins to send. Sending a batch again must change nothing at the destination. */
	public function send(Batch $batch): Delivery;

	/**
	 * Makes what the destination needs, such as tables, unless it exists already.
	 *
	 * @return list<string> a report for people
	 * @throws \XHProf\Cli\Problem
	 */
	public function setUp(): array;
}
