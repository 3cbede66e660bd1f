<?php
declare(strict_types=1);

namespace XHProf\Fleet\Http;

use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Duration;

/**
 * Sends HTTP requests, several at once, without waiting for any of them. Certificates are verified, redirects are
 * refused, and each request ends within a bounded time.
 */
final class HttpClient
{
	public const TIMEOUT_S = 60.0;
	private const CONNECT_S = 10.0;

	private readonly \CurlMultiHandle $multi;

	/** @var array<int, HttpCall> those under way, by the number of their handle */
	private array $calls = [];

	/**
	 * @param string|null $caFile certificates to trust instead of the system's
	 * @param float $timeoutS for a whole request, connecting included
	 */
	public function __construct(private readonly ?string $caFile = null,
		private readonly float $timeoutS = self::TIMEOUT_S)
	{
		if (!function_exists('curl_multi_init')) {
			throw new Problem('this PHP has no curl_multi_init() of the extension curl, which sends to servers',
				extension_loaded('curl') ? 'remove it from disable_functions in php.ini'
					: 'on Debian: apt-get install php-curl');
		}
		if ($caFile !== null && !is_readable($caFile)) {
			throw new Problem("ca_file: $caFile cannot be read");
		}
		$this->multi = curl_multi_init();
	}

	/** Makes a client from the options ca_file=FILE and timeout=TIME of a URL. */
	public static function of(Endpoint $endpoint): self
	{
		$timeout = $endpoint->options['timeout'] ?? self::TIMEOUT_S . 's';

		return new self($endpoint->options['ca_file'] ?? null,
			Duration::of('timeout', $timeout, 's', 1_000_000, 1_000_000_000_000) / 1e9);
	}

	/**
	 * Starts a request. If the message cannot be made, for example because a secret cannot be read, the answer says so.
	 *
	 * @param int|null $mostBytes a longer body is an error; null: what is beyond 64 KiB is left out
	 */
	public function start(HttpRequest $message, ?int $mostBytes = null): HttpCall
	{
		$call = new HttpCall($this->run(...), $this->drop(...), $mostBytes);
		try {
			$secrets = ($message->secrets)();
			$query = $message->secretQuery === null ? '' : ($message->secretQuery)();
			$call->hide($secrets, $query);
			$handle = curl_init();
			curl_setopt_array($handle, [CURLOPT_URL => self::url($message->url, $query)]
				+ $this->options($message, $secrets) + $call->options());
		} catch (Problem $problem) {
			$call->end(0, $problem->getMessage());

			return $call;
		}
		$this->calls[spl_object_id($handle)] = $call;
		$call->began($handle);
		curl_multi_add_handle($this->multi, $handle);
		$this->run();

		return $call;
	}

	/** Sends a request, and waits for its answer. */
	public function ask(HttpRequest $message, ?int $mostBytes = null): HttpResponse
	{
		$call = $this->start($message, $mostBytes);
		while (($answer = $call->poll()) === null) {
			$this->wait(1.0);
		}

		return $answer;
	}

	/** Waits until a request under way can go on. */
	public function wait(float $seconds): void
	{
		if ($this->calls !== [] && curl_multi_select($this->multi, $seconds) < 1) {
			usleep(1000); // select may have nothing to wait for, for example while a name is resolved
		}
	}

	/** Advances all requests under way, and ends the finished ones. Never waits. */
	public function run(): void
	{
		do {
			$code = curl_multi_exec($this->multi, $running);
		} while ($code === CURLM_CALL_MULTI_PERFORM);
		while (($done = curl_multi_info_read($this->multi)) !== false) {
			/** @var array{handle: \CurlHandle, result: int} $done */
			$this->finish($done['handle'], $done['result']);
		}
	}

	/** Stops a transfer: nothing more is sent or received. */
	private function drop(\CurlHandle $handle): void
	{
		unset($this->calls[spl_object_id($handle)]);
		curl_multi_remove_handle($this->multi, $handle);
	}

	private function finish(\CurlHandle $handle, int $code): void
	{
		$call = $this->calls[spl_object_id($handle)] ?? null;
		$error = $code === CURLE_OK ? '' : (curl_error($handle) ?: (string) curl_strerror($code));
		$status = curl_getinfo($handle, CURLINFO_RESPONSE_CODE);
		$this->drop($handle);
		$call?->end($code === CURLE_OK ? $status : 0, $error);
	}

	/**
	 * @param list<string> $secrets headers
	 * @return array<int, mixed>
	 */
	private function options(HttpRequest $message, array $secrets): array
	{
		$options = [
			CURLOPT_HTTPHEADER => self::headers([...$message->headers, ...$secrets]),
			CURLOPT_USERAGENT => 'xhprof ' . (phpversion('xhprof') ?: ''),
			CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
			CURLOPT_FOLLOWLOCATION => false,
			CURLOPT_SSL_VERIFYPEER => true,
			CURLOPT_SSL_VERIFYHOST => 2,
			CURLOPT_CONNECTTIMEOUT_MS => (int) (1000 * min(self::CONNECT_S, $this->timeoutS)),
			CURLOPT_TIMEOUT_MS => (int) (1000 * $this->timeoutS),
			CURLOPT_NOSIGNAL => true,
		];
		if ($this->caFile !== null) {
			$options[CURLOPT_CAINFO] = $this->caFile;
		}
		if ($message->method === 'GET') {
			return $options;
		}

		return $options + [CURLOPT_POST => true, CURLOPT_CUSTOMREQUEST => $message->method,
			CURLOPT_POSTFIELDS => $message->body];
	}

	private static function url(string $url, string $query): string
	{
		return $query === '' ? $url : $url . (str_contains($url, '?') ? '&' : '?') . $query;
	}

	/**
	 * @param list<string> $headers
	 * @return list<string>
	 */
	private static function headers(array $headers): array
	{
		foreach ($headers as $header) {
			if (strpbrk($header, "\r\n\0") !== false) {
				throw new Problem('the header ' . substr($header, 0, (int) strcspn($header, ":\r\n\0"))
					. ' would have a line break');
			}
		}
		if (preg_grep('/^content-type:/i', $headers) === []) {
			$headers[] = 'Content-Type:'; // or curl says that it is a form
		}
		// A server that does not know "Expect: 100-continue" would cost a second.
		$headers[] = 'Expect:';

		return $headers;
	}
}
