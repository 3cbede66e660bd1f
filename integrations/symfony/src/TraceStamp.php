<?php
declare(strict_types=1);

namespace XHProf\Symfony;

use Symfony\Component\Messenger\Stamp\StampInterface;

/** The traceparent of the request that dispatched a message, for the worker that consumes it. */
final class TraceStamp implements StampInterface
{
	public function __construct(public readonly string $traceparent)
	{
	}
}
