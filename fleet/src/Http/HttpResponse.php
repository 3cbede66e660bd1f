<?php
declare(strict_types=1);

namespace XHProf\Fleet\Http;

/** The answer of a server. */
final class HttpResponse
{
	/**
	 * @param int $status 0: there was no whole answer, $error says why
	 * @param array<string, string> $headers by name in lower case
	 * @param string $body its first 64 KiB, unless more was asked for
	 */
	public function __construct(
		public readonly int $status,
		public readonly array $headers,
		public readonly string $body,
		public readonly string $error = '',
	) {
	}

	public function isAccepted(): bool
	{
		return $this->status >= 200 && $this->status < 300;
	}

	/** Why it was not accepted, in one line; "" if it was. */
	public function failure(): string
	{
		if ($this->isAccepted()) {
			return '';
		}

		return $this->status === 0 ? $this->error
			: trim("HTTP $this->status " . substr((string) strtok($this->body, "\r\n"), 0, 300));
	}
}
