<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

/** A delivery without anything to send. */
final class NoDelivery implements Delivery
{
	/** @param Outcome|null $outcome null: accepted */
	public function __construct(private readonly ?Outcome $outcome = null)
	{
	}

	public function poll(): Outcome
	{
		return $this->outcome ?? Outcome::accepted();
	}

	public function abort(): void
	{
	}
}
