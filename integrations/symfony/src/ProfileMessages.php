<?php
declare(strict_types=1);

namespace XHProf\Symfony;

use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\Middleware\MiddlewareInterface;
use Symfony\Component\Messenger\Middleware\StackInterface;
use Symfony\Component\Messenger\Stamp\ConsumedByWorkerStamp;

/** Middleware of Messenger: a run of each message that a worker consumes, named by its class. */
final class ProfileMessages implements MiddlewareInterface
{
	public function handle(Envelope $envelope, StackInterface $stack): Envelope
	{
		if (!function_exists('xhprof_request_begin') || $envelope->last(ConsumedByWorkerStamp::class) === null) {
			return $stack->next()->handle($envelope, $stack); // dispatched only
		}
		xhprof_request_begin(['url' => $envelope->getMessage()::class]);
		$status = 1;
		try {
			$envelope = $stack->next()->handle($envelope, $stack);
			$status = 0;

			return $envelope;
		} finally {
			xhprof_request_end($status);
		}
	}
}
