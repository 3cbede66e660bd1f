<?php
declare(strict_types=1);

namespace XHProf\Fleet\Http;

/** A request of HTTP, before it is sent. */
final class HttpRequest
{
	/**
	 * @param list<string> $headers "Name: value", without credentials
	 * @param string $url without credentials: it is named in errors
	 * @param \Closure(): list<string> $secrets headers with credentials, made when it is sent
	 * @param (\Closure(): string)|null $secretQuery a query with a credential, "token=...", which is appended to the
	 *     URL by "?" or "&"; "" for none
	 */
	public function __construct(
		public readonly string $method,
		public readonly string $url,
		public readonly array $headers,
		public readonly string $body,
		public readonly \Closure $secrets,
		public readonly ?\Closure $secretQuery = null,
	) {
	}
}
