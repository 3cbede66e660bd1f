<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet;

/** There is nothing to send. */
final class NoDelivery implements Delivery
{
	public function poll(): Outcome
	{
		return Outcome::accepted();
	}

	public function abort(): void
	{
	}
}
