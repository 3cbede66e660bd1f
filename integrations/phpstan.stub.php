<?php
/* For phpstan: the part of Symfony Messenger and of Laravel that integrations/ use. */

namespace Symfony\Component\Messenger {
	final class Envelope
	{
		public function getMessage(): object {}

		/** @param class-string $stamp */
		public function last(string $stamp): ?object {}

		public function with(Stamp\StampInterface ...$stamps): self {}
	}
}

namespace Symfony\Component\Messenger\Middleware {
	use Symfony\Component\Messenger\Envelope;

	interface MiddlewareInterface
	{
		public function handle(Envelope $envelope, StackInterface $stack): Envelope;
	}

	interface StackInterface
	{
		public function next(): MiddlewareInterface;
	}
}

namespace Symfony\Contracts\HttpClient {
	interface ResponseInterface
	{
	}

	interface ResponseStreamInterface
	{
	}

	interface HttpClientInterface
	{
		/** @param array<mixed> $options */
		public function request(string $method, string $url, array $options = []): ResponseInterface;

		/** @param ResponseInterface|iterable<ResponseInterface> $responses */
		public function stream(ResponseInterface|iterable $responses, ?float $timeout = null): ResponseStreamInterface;

		/** @param array<mixed> $options */
		public function withOptions(array $options): static;
	}
}

namespace Symfony\Component\Messenger\Stamp {
	interface StampInterface
	{
	}

	final class ConsumedByWorkerStamp
	{
	}
}

namespace Illuminate\Contracts\Events {
	interface Dispatcher
	{
		/** @param class-string $events */
		public function listen(string $events, \Closure $listener): void;
	}
}

namespace Illuminate\Contracts\Queue {
	interface Job
	{
		public function resolveName(): string;

		/** @return array<mixed> */
		public function payload(): array;
	}
}

namespace Illuminate\Queue {
	abstract class Queue
	{
		public static function createPayloadUsing(?callable $callback): void {}
	}
}

namespace Illuminate\Http\Client {
	class Factory
	{
	}
}

namespace Laravel\Octane\Events {
	class RequestReceived
	{
		public \Illuminate\Http\Request $request;
	}
}

namespace Illuminate\Support\Facades {
	class Http
	{
		public static function globalRequestMiddleware(callable $middleware): mixed {}
	}
}

namespace Illuminate\Queue\Events {
	use Illuminate\Contracts\Queue\Job;

	class JobProcessing
	{
		public string $connectionName;
		public Job $job;
	}

	class JobProcessed extends JobProcessing
	{
	}

	class JobExceptionOccurred extends JobProcessing
	{
	}
}

namespace Illuminate\Http {
	class Request extends \Symfony\Component\HttpFoundation\Request
	{
		public function root(): string {}
	}

	class Response extends \Symfony\Component\HttpFoundation\Response
	{
	}
}

namespace Illuminate\Routing {
	class Route
	{
		public function getName(): ?string {}

		public function uri(): string {}

		public function where(string $name, string $expression): self {}

		public function name(string $name): self {}
	}

	class Router
	{
		public function get(string $uri, \Closure $action): Route {}

		/** @param class-string $middleware */
		public function pushMiddlewareToGroup(string $group, string $middleware): self {}
	}
}

namespace Illuminate\Routing\Events {
	class RouteMatched
	{
		public \Illuminate\Routing\Route $route;
	}
}

namespace Illuminate\Support {
	abstract class ServiceProvider
	{
	}
}

namespace {
	function config(string $key): mixed {}
}
