<?php
declare(strict_types=1);

namespace XHProf\Symfony;

use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\Middleware\MiddlewareInterface;
use Symfony\Component\Messenger\Middleware\StackInterface;
use Symfony\Component\Messenger\Stamp\ConsumedByWorkerStamp;
use XHProf\Cli\Process\TraceParent;

/** Middleware of Messenger: a run of each message that a worker consumes, named by its class. */
final class ProfileMessages implements MiddlewareInterface
{
	public function handle(Envelope $envelope, StackInterface $stack): Envelope
	{
		if (!function_exists('xhprof_request_begin') || $envelope->last(ConsumedByWorkerStamp::class) === null) {
			return $stack->next()->handle(self::stamped($envelope), $stack); // dispatched only
		}
		$stamp = $envelope->last(TraceStamp::class);
		$header = $stamp instanceof TraceStamp ? $stamp->traceparent : null;
		TraceParent::message($header);
		xhprof_request_begin(['url' => $envelope->getMessage()::class,
			'SERVER' => $header === null ? [] : ['HTTP_TRACEPARENT' => $header]]);
		$status = 1;
		try {
			$envelope = $stack->next()->handle($envelope, $stack);
			$status = 0;

			return $envelope;
		} finally {
			xhprof_request_end($status);
		}
	}

	private static function stamped(Envelope $envelope): Envelope
	{
		$header = TraceParent::current();

		return $header === null || $envelope->last(TraceStamp::class) !== null ? $envelope
			: $envelope->with(new TraceStamp($header));
	}
}
