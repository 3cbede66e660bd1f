<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet;

/** A request of HTTP. */
final class Message
{
	/**
	 * @param list<string> $headers "Name: value", without credentials
	 * @param \Closure(): list<string> $secrets headers with credentials, made when it is sent
	 */
	public function __construct(
		public readonly string $method,
		public readonly string $url,
		public readonly array $headers,
		public readonly string $body,
		public readonly \Closure $secrets,
	) {
	}
}
