--TEST--
The PSR-15 middleware makes a run of each request of a worker that is asked for, and tells only who asked
--INI--
xhprof.auto=trigger
xhprof.trigger_secret=sesame
xhprof.auto_mode=hier
xhprof.auto_formats=json
--ENV--
XHPROF=
--FILE--
<?php
/* The part of PSR-7 and PSR-15 that the middleware needs. */
namespace Psr\Http\Message {
	interface ResponseInterface
	{
	}

	interface ServerRequestInterface
	{
	}
}

namespace Psr\Http\Server {
	use Psr\Http\Message\ResponseInterface;
	use Psr\Http\Message\ServerRequestInterface;

	interface RequestHandlerInterface
	{
		public function handle(ServerRequestInterface $request): ResponseInterface;
	}

	interface MiddlewareInterface
	{
		public function process(ServerRequestInterface $request, RequestHandlerInterface $handler): ResponseInterface;
	}
}

namespace App {
	use Psr\Http\Message\ResponseInterface;
	use Psr\Http\Message\ServerRequestInterface;
	use Psr\Http\Server\RequestHandlerInterface;

	final class Response implements ResponseInterface
	{
		public function __construct(public int $status, public array $headers = ['Server-Timing' => ['app']])
		{
		}

		public function getStatusCode(): int
		{
			return $this->status;
		}

		public function withHeader(string $name, string $value): self
		{
			return new self($this->status, [$name => [$value]] + $this->headers);
		}

		public function withAddedHeader(string $name, string $value): self
		{
			return new self($this->status, [$name => [...$this->headers[$name] ?? [], $value]] + $this->headers);
		}
	}

	final class Request implements ServerRequestInterface
	{
		public function __construct(private string $target, private array $headers = [], private array $cookies = [])
		{
		}

		public function getServerParams(): array
		{
			return ['REMOTE_ADDR' => '127.0.0.1'];
		}

		public function getHeaders(): array
		{
			return $this->headers;
		}

		public function getRequestTarget(): string
		{
			return $this->target;
		}

		public function getMethod(): string
		{
			return 'GET';
		}

		public function getUri(): object
		{
			return new class {
				public function getHost(): string
				{
					return 'shop.example';
				}
			};
		}

		public function getQueryParams(): array
		{
			parse_str((string) parse_url($this->target, PHP_URL_QUERY), $query);
			return $query;
		}

		public function getCookieParams(): array
		{
			return $this->cookies;
		}
	}

	final class Handler implements RequestHandlerInterface
	{
		public function handle(ServerRequestInterface $request): ResponseInterface
		{
			if ($request->getRequestTarget() === '/broken') {
				throw new \RuntimeException('broken');
			}
			return new Response($request->getRequestTarget() === '/none' ? 404 : 200);
		}
	}
}

namespace {
	require __DIR__ . '/integrations.inc';
	require __DIR__ . '/../request/trigger/auto.inc';

	$folder = fresh_folder(__FILE__);
	ini_set('xhprof.output_dir', $folder);
	$middleware = new XHProf\Psr15\ProfileMiddleware();
	foreach ([['/cart'], ['/cart?XHPROF_TRIGGER=sesame'], ['/none', ['X-XHProf-Trigger' => ['sesame']]],
		['/cart', [], ['XHPROF_TRIGGER' => 'wrong']], ['/broken', [], ['XHPROF_TRIGGER' => 'sesame']]] as $request) {
		try {
			$response = $middleware->process(new App\Request(...$request), new App\Handler());
			echo $request[0], " $response->status ",
				implode(', ', array_map(static fn (string $name, array $values) => "$name: " . implode(', ', $values),
					array_keys($response->headers), $response->headers)), "\n";
			$run = $response->headers['X-XHProf-Run'][0] ?? null;
			echo $run === null ? '' : '  ' . count(glob("$folder/*$run*")) . ' file, '
				. (XHProf\Profile::load(glob("$folder/*$run*")[0])->functions()['App\Handler::handle']['calls'] ?? 0)
				. " call\n";
		} catch (RuntimeException $e) {
			echo "$request[0] {$e->getMessage()}\n";
		}
	}
	foreach (glob("$folder/*") as $file) {
		$meta = XHProf\Profile::load($file)->meta();
		$told[] = "{$meta['xhprof']['method']} {$meta['url']} {$meta['xhprof']['status']} {$meta['xhprof']['host']}";
		unlink($file);
	}
	remove($folder);
	sort($told);
	echo implode("\n", $told), "\n";
}
?>
--EXPECTF--
/cart 200 Server-Timing: app
/cart?XHPROF_TRIGGER=sesame 200 Server-Timing: app, xhprof;desc="%x";dur=%f, X-XHProf-Run: %x
  1 file, 1 call
/none 404 Server-Timing: app, xhprof;desc="%x";dur=%f, X-XHProf-Run: %x
  1 file, 1 call
/cart 200 Server-Timing: app
/broken broken
GET /broken 500 shop.example
GET /cart?XHPROF_TRIGGER 200 shop.example
GET /none 404 shop.example
