<?php
declare(strict_types=1);

namespace XHProf\Laravel;

use Illuminate\Contracts\Events\Dispatcher;
use Illuminate\Http\Client\Factory;
use Illuminate\Queue\Queue;
use Illuminate\Support\Facades\Http;
use Laravel\Octane\Events\RequestReceived;
use Psr\Http\Message\RequestInterface;
use XHProf\Cli\Process\TraceParent;

/** Passes the request's traceparent on: to jobs of the queue, and by Laravel's HTTP client to other services. */
final class PassTrace
{
	public static function register(Dispatcher $events): void
	{
		// PHP itself does not know the headers of Octane's requests.
		$events->listen(RequestReceived::class, static function (RequestReceived $event): void {
			TraceParent::request($event->request->headers->get('traceparent'));
		});
		if (class_exists(Queue::class)) {
			Queue::createPayloadUsing(static fn (): array => array_filter(['traceparent' => TraceParent::current()]));
		}
		// Since Laravel 10.14.
		if (class_exists(Factory::class) && method_exists(Factory::class, 'globalRequestMiddleware')) {
			Http::globalRequestMiddleware(self::withTrace(...));
		}
	}

	public static function withTrace(RequestInterface $request): RequestInterface
	{
		$header = TraceParent::current();

		return $header === null || $request->hasHeader('traceparent') ? $request
			: $request->withHeader('traceparent', $header);
	}
}
