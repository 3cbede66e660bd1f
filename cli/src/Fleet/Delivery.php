<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet;

/** The sending of a batch, which is under way. */
interface Delivery
{
	/** Null while it goes on. Never waits. */
	public function poll(): ?Outcome;

	/** Nothing more is sent. */
	public function abort(): void;
}
