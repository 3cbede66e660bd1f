<?php
declare(strict_types=1);

namespace XHProf\Fleet\Http;

use XHProf\Cli\Problem;

/** An address that takes JSON by POST. All of it but the host is a secret, as its path often has a token. */
final class Webhook
{
	private const TIMEOUT_S = 30.0;

	private readonly string $host;

	/** @param string $url https, or http to this machine */
	private function __construct(private readonly string $url)
	{
		$parts = parse_url($url);
		$this->host = $parts['host'] ?? '';
		if ($this->host === '' || isset($parts['user']) || isset($parts['pass'])
			|| !in_array($parts['scheme'] ?? '', ['https', 'http'], true)) {
			throw new Problem('--webhook takes a URL, https://HOST/PATH, without a user and a password',
				'env:NAME reads the URL from the variable NAME, which is hidden from other users');
		}
		if ($parts['scheme'] === 'http' && preg_match('/^(127(?:\.\d+){3}|\[::1\]|localhost)$/D', $this->host) !== 1) {
			throw new Problem("--webhook: http://$this->host would send it unencrypted",
				'https://, or http:// to this machine');
		}
	}

	/** @param string $word a URL, or "env:NAME" of a variable that has it */
	public static function of(string $word): self
	{
		if (!str_starts_with($word, 'env:')) {
			return new self($word);
		}
		$name = substr($word, 4);
		$url = getenv($name);

		return new self($url === false
			? throw new Problem("the variable $name, which should hold the URL of --webhook, is not set") : trim($url));
	}

	public function post(string $json): void
	{
		$answer = (new HttpClient(null, self::TIMEOUT_S))->ask(new HttpRequest('POST', $this->url,
			['Content-Type: application/json'], $json, static fn (): array => []));
		if (!$answer->isAccepted()) {
			throw new Problem("--webhook: $this->host did not accept the message: "
				. ($answer->status === 0 ? $answer->error : "HTTP $answer->status"));
		}
	}
}
