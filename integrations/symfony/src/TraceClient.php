<?php
declare(strict_types=1);

namespace XHProf\Symfony;

use Symfony\Contracts\HttpClient\HttpClientInterface;
use Symfony\Contracts\HttpClient\ResponseInterface;
use Symfony\Contracts\HttpClient\ResponseStreamInterface;
use XHProf\Cli\Process\TraceParent;

/** HttpClient that passes the request's traceparent on to other services, unless a request has one of its own. */
final class TraceClient implements HttpClientInterface
{
	public function __construct(private HttpClientInterface $client)
	{
	}

	/** @param array<mixed> $options */
	public function request(string $method, string $url, array $options = []): ResponseInterface
	{
		$header = TraceParent::current();
		$headers = is_array($options['headers'] ?? null) ? $options['headers'] : [];
		if ($header !== null && !self::has($headers)) {
			$options['headers'] = $headers + ['traceparent' => $header];
		}

		return $this->client->request($method, $url, $options);
	}

	/** @param array<mixed> $headers by name, or as lines */
	private static function has(array $headers): bool
	{
		foreach ($headers as $name => $value) {
			if (strcasecmp((string) $name, 'traceparent') === 0
				|| (is_int($name) && is_string($value) && stripos($value, 'traceparent:') === 0)) {
				return true;
			}
		}

		return false;
	}

	/** @param ResponseInterface|iterable<ResponseInterface> $responses */
	public function stream(ResponseInterface|iterable $responses, ?float $timeout = null): ResponseStreamInterface
	{
		return $this->client->stream($responses, $timeout);
	}

	/** @param array<mixed> $options */
	public function withOptions(array $options): static
	{
		$clone = clone $this;
		$clone->client = $this->client->withOptions($options);

		return $clone;
	}
}
