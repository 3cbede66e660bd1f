<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

/** A batch that is being sent. */
interface Delivery
{
	/** Goes on sending, without waiting; null: not done yet. */
	public function poll(): ?Outcome;

	/** Stops sending. */
	public function abort(): void;
}
