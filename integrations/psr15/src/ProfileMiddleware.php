<?php
declare(strict_types=1);

namespace XHProf\Psr15;

use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\ServerRequestInterface;
use Psr\Http\Server\MiddlewareInterface;
use Psr\Http\Server\RequestHandlerInterface;

/**
 * Makes a run of each request of a worker (RoadRunner, FrankenPHP, Swoole, ReactPHP), by the triggers, rates and limits
 * of php.ini. The outermost middleware. Under FPM, Apache and php -S it does nothing: there xhprof.auto profiles whole
 * requests.
 */
final class ProfileMiddleware implements MiddlewareInterface
{
	public function process(ServerRequestInterface $request, RequestHandlerInterface $handler): ResponseInterface
	{
		if (!function_exists('xhprof_request_begin') || !xhprof_request_begin(self::describe($request))) {
			return $handler->handle($request);
		}
		$started = hrtime(true);
		// Only who asked with the secret gets to know of the run.
		$isAsked = xhprof_info()['auto']['requested'];
		$status = 500;
		$run = null;
		try {
			$response = $handler->handle($request);
			$status = $response->getStatusCode();
		} finally {
			$wall_ms = (hrtime(true) - $started) / 1e6;
			$run = xhprof_request_end($status);
		}

		return !$isAsked || $run === null ? $response : $response->withHeader('X-XHProf-Run', $run)
			->withAddedHeader('Server-Timing', sprintf('xhprof;desc="%s";dur=%.3F', $run, $wall_ms));
	}

	/**
	 * @return array{url: string, method: string, host: string, get: array<mixed>, cookie: array<mixed>,
	 *     SERVER: array<mixed>}
	 */
	private static function describe(ServerRequestInterface $request): array
	{
		$server = $request->getServerParams();
		foreach ($request->getHeaders() as $name => $values) {
			$server['HTTP_' . strtoupper(strtr((string) $name, '-', '_'))] = implode(', ', $values);
		}

		return ['url' => $request->getRequestTarget(),
			'method' => $request->getMethod(), 'host' => $request->getUri()->getHost(),
			'get' => $request->getQueryParams(), 'cookie' => $request->getCookieParams(), 'SERVER' => $server];
	}
}
