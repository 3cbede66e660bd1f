--TEST--
The traceparent of a request goes on: to Symfony's and Laravel's HTTP clients, messages and jobs; in a worker it becomes the trace of what follows
--FILE--
<?php
/* The part of the frameworks that these classes need. */
namespace Psr\Http\Message {
	interface RequestInterface
	{
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
		public function request(string $method, string $url, array $options = []): ResponseInterface;
		public function stream(ResponseInterface|iterable $responses, ?float $timeout = null): ResponseStreamInterface;
		public function withOptions(array $options): static;
	}
}

namespace App {
	use Symfony\Contracts\HttpClient\{HttpClientInterface, ResponseInterface, ResponseStreamInterface};

	final class Client implements HttpClientInterface
	{
		public array $defaults = [];

		public function request(string $method, string $url, array $options = []): ResponseInterface
		{
			echo "  $method $url ", json_encode($options + $this->defaults, JSON_UNESCAPED_SLASHES), "\n";

			return new class implements ResponseInterface {};
		}

		public function stream(ResponseInterface|iterable $responses, ?float $timeout = null): ResponseStreamInterface
		{
			throw new \LogicException();
		}

		public function withOptions(array $options): static
		{
			$clone = clone $this;
			$clone->defaults = $options;

			return $clone;
		}
	}

	final class Request implements \Psr\Http\Message\RequestInterface
	{
		public function __construct(private array $headers = [])
		{
		}

		public function hasHeader(string $name): bool
		{
			return isset($this->headers[$name]);
		}

		public function withHeader(string $name, string $value): self
		{
			return new self([$name => $value] + $this->headers);
		}

		public function show(): void
		{
			echo '  ', json_encode($this->headers), "\n";
		}
	}
}

namespace {
	require __DIR__ . '/integrations.inc';
	use XHProf\Cli\Process\TraceParent;
	use XHProf\Laravel\PassTrace;
	use XHProf\Symfony\TraceClient;

	function now(): string
	{
		xhprof_enable();
		$own = xhprof_stop()->meta()['xhprof'] ?? [];

		return ($own['trace'] ?? 'none') . ' ' . ($own['span'] ?? 'none') . ', on: '
			. (TraceParent::current() ?? 'nothing') . "\n";
	}

	$header = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
	echo "no trace\n";
	$client = new TraceClient(new App\Client());
	$client->request('GET', 'http://a/');
	PassTrace::withTrace(new App\Request())->show();
	echo "of PHP's request\n";
	$_SERVER['HTTP_TRACEPARENT'] = $header;
	$client->request('GET', 'http://a/');
	$client->withOptions(['timeout' => 3])->request('GET', 'http://b/', ['headers' => ['Accept' => '*/*']]);
	$client->request('GET', 'http://c/', ['headers' => ['Traceparent' => 'own']]);
	$client->request('GET', 'http://d/', ['headers' => ['Accept: */*', 'TraceParent: own']]);
	PassTrace::withTrace(new App\Request())->show();
	PassTrace::withTrace(new App\Request(['traceparent' => 'own']))->show();
	$_SERVER['HTTP_TRACEPARENT'] = strtoupper($header);
	$client->request('GET', 'http://a/');
	echo "requests of a worker\n";
	$_SERVER['HTTP_TRACEPARENT'] = $header;
	foreach ([str_replace('4', '5', $header), null, 'ff' . substr($header, 2), "$header-more",
		'01' . substr($header, 2) . '-more', $header] as $of) {
		TraceParent::request($of);
		echo '  ', now();
	}
	echo "messages\n";
	foreach ([str_replace('4', '5', $header), null] as $of) {
		TraceParent::message($of);
		echo '  ', now();
	}
}
?>
--EXPECT--
no trace
  GET http://a/ []
  []
of PHP's request
  GET http://a/ {"headers":{"traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}}
  GET http://b/ {"headers":{"Accept":"*/*","traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"},"timeout":3}
  GET http://c/ {"headers":{"Traceparent":"own"}}
  GET http://d/ {"headers":["Accept: */*","TraceParent: own"]}
  {"traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}
  {"traceparent":"own"}
  GET http://a/ []
requests of a worker
  5bf92f3577b35da6a3ce929d0e0e5736 00f067aa0ba902b7, on: 00-5bf92f3577b35da6a3ce929d0e0e5736-00f067aa0ba902b7-01
  none none, on: nothing
  none none, on: nothing
  none none, on: nothing
  4bf92f3577b34da6a3ce929d0e0e4736 00f067aa0ba902b7, on: 01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more
  4bf92f3577b34da6a3ce929d0e0e4736 00f067aa0ba902b7, on: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
messages
  4bf92f3577b34da6a3ce929d0e0e4736 00f067aa0ba902b7, on: 00-5bf92f3577b35da6a3ce929d0e0e5736-00f067aa0ba902b7-01
  4bf92f3577b34da6a3ce929d0e0e4736 00f067aa0ba902b7, on: nothing
