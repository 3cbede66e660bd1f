<?php
declare(strict_types=1);

namespace XHProf\Fleet\Http;

/** A request that HttpClient sends. */
final class HttpCall
{
	private const MOST_BYTES = 65536;
	private const MOST_HEADERS = 64;

	/** A shorter secret is not masked, because that would mask ordinary text. */
	private const LEAST_SECRET = 4;

	private ?\CurlHandle $handle = null;
	private ?HttpResponse $answer = null;

	/** @var array<string, string> by name in lower case */
	private array $headers = [];

	/** @var list<string> to be masked in what a server says of a failure */
	private array $secrets = [];

	private string $body = '';
	private bool $isTooLong = false;

	/**
	 * @internal HttpClient::start() makes them.
	 * @param \Closure(): void $run advances all calls and ends the finished ones
	 * @param \Closure(\CurlHandle): void $drop ends the transfer
	 */
	public function __construct(private readonly \Closure $run, private readonly \Closure $drop,
		private readonly ?int $mostBytes)
	{
	}

	/** The answer; null: the request is still under way. Never waits. */
	public function poll(): ?HttpResponse
	{
		if ($this->answer === null) {
			($this->run)();
		}

		return $this->answer;
	}

	public function abort(): void
	{
		if ($this->handle !== null) {
			($this->drop)($this->handle);
			$this->end(0, 'given up');
		}
	}

	/**
	 * @internal
	 * @param list<string> $headers
	 */
	public function hide(array $headers, string $query): void
	{
		parse_str($query, $values);
		foreach (explode('&', $query) as $pair) {
			$this->secrets[] = explode('=', $pair, 2)[1] ?? '';
		}
		foreach ($values as $value) {
			$this->secrets[] = is_string($value) ? $value : '';
		}
		foreach ($headers as $header) {
			$value = trim(explode(':', $header, 2)[1] ?? '');
			$word = (string) strrchr(" $value", ' ');
			$password = str_starts_with($value, 'Basic ') ? strstr((string) base64_decode($word), ':') : '';
			array_push($this->secrets, $value, substr($word, 1), substr((string) $password, 1));
		}
		$this->secrets = array_values(array_filter($this->secrets,
			static fn (string $secret): bool => strlen($secret) >= self::LEAST_SECRET));
	}

	/** @internal */
	public function began(\CurlHandle $handle): void
	{
		$this->handle = $handle;
	}

	/**
	 * @internal
	 * @param int $status 0: it failed
	 */
	public function end(int $status, string $error): void
	{
		if ($this->isTooLong) {
			$error = "its answer is longer than $this->mostBytes bytes";
		}
		if ($status < 200 || $status > 299) {
			$this->body = str_replace($this->secrets, '***', $this->body);
			$this->headers = str_replace($this->secrets, '***', $this->headers);
			$error = str_replace($this->secrets, '***', $error);
		}
		$this->answer = new HttpResponse($status, $this->headers, $this->body, $error);
		$this->handle = null;
		$this->body = '';
	}

	/**
	 * @internal
	 * @return array<int, mixed>
	 */
	public function options(): array
	{
		return [
			CURLOPT_HEADERFUNCTION => fn (\CurlHandle $handle, string $line): int => $this->takeHeader($line),
			CURLOPT_WRITEFUNCTION => fn (\CurlHandle $handle, string $data): int => $this->takeBody($data),
		];
	}

	private function takeHeader(string $line): int
	{
		if (str_starts_with($line, 'HTTP/')) {
			$this->headers = []; // earlier ones belong to "100 Continue" or a proxy
		}
		$parts = explode(':', $line, 2);
		if (isset($parts[1]) && count($this->headers) < self::MOST_HEADERS) {
			$this->headers[strtolower(trim($parts[0]))] = trim($parts[1]);
		}

		return strlen($line);
	}

	private function takeBody(string $data): int
	{
		$room = ($this->mostBytes ?? self::MOST_BYTES) - strlen($this->body);
		$this->body .= strlen($data) > $room ? substr($data, 0, $room) : $data;
		$this->isTooLong = $this->mostBytes !== null && strlen($data) > $room;

		return $this->isTooLong ? 0 : strlen($data);
	}
}
