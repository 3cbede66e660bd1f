<?php
declare(strict_types=1);

namespace XHProf\Fleet\Store;

use XHProf\Cli\Problem;
use XHProf\Fleet\Http\Endpoint;
use XHProf\Fleet\Http\HttpClient;
use XHProf\Fleet\Http\HttpRequest;

/** A ClickHouse server, asked over HTTP. */
final class ClickHouseClient
{
	private const DATABASE = 'xhprof';

	/** A database that every server has. */
	public const SYSTEM = 'system';

	private const MOST_BYTES = 1 << 29;

	public readonly HttpClient $http;
	private ?int $version = null;

	private function __construct(public readonly Endpoint $endpoint, public readonly string $database)
	{
		$this->http = HttpClient::of($endpoint);
	}

	/** clickhouse+http(s)://[USER@]HOST[:PORT]/[DATABASE] */
	public static function of(Endpoint $endpoint): self
	{
		$database = rawurldecode(trim($endpoint->path, '/'));
		if (str_contains($database, '/')) {
			throw new Problem("{$endpoint->name()}: the path of the URL is the database, one name");
		}

		return new self($endpoint, $database === '' ? self::DATABASE : $database);
	}

	/**
	 * Runs a query, and waits for its answer of at most 512 MiB.
	 *
	 * @param array<string, string|int> $settings of the engine
	 * @param string|null $database null: that of the URL
	 * @throws Problem its code is the engine's, 0 if it does not answer
	 */
	public function query(string $sql, array $settings = [], ?string $database = null): string
	{
		// Without wait_end_of_query, an error after the first rows would have status 200.
		$answer = $this->http->ask($this->message(['database' => $database ?? $this->database,
			'wait_end_of_query' => 1] + $settings, $sql), self::MOST_BYTES);
		$code = ResponseParser::code($answer);
		if ($code === 0 && $answer->status === 200) {
			return $answer->body;
		}

		throw new Problem($this->endpoint->name() . ': ' . ResponseParser::reason($answer),
			ResponseParser::advice($answer), $code);
	}

	/** The version of the server: 1816 for 18.16. */
	public function version(): int
	{
		if ($this->version === null && !$this->learn($this->query('SELECT version()', [], self::SYSTEM))) {
			throw new Problem("{$this->endpoint->name()}: the answer does not come from ClickHouse",
				'is this the port of HTTP, 8123 or 8443?');
		}

		return (int) $this->version;
	}

	/** The version, without asking the server; null: not known yet. */
	public function knownVersion(): ?int
	{
		return $this->version;
	}

	public function versionMessage(): HttpRequest
	{
		return $this->message(['database' => self::SYSTEM], 'SELECT version()');
	}

	/**
	 * @param string $text "18.16.1"
	 * @return bool false if it is no version
	 */
	public function learn(string $text): bool
	{
		if (preg_match('/^(\d{1,4})\.(\d{1,2})\.[\w.+-]*$/D', trim($text), $found) !== 1) {
			return false;
		}
		$this->version = 100 * (int) $found[1] + (int) $found[2];

		return true;
	}

	public function forget(): void
	{
		$this->version = null;
	}

	/**
	 * @param array<string, string|int> $parameters
	 * @param list<string> $headers
	 */
	public function message(array $parameters, string $body, array $headers = []): HttpRequest
	{
		$endpoint = $this->endpoint;
		$headers[] = 'X-ClickHouse-User: ' . ($endpoint->user === '' ? 'default' : $endpoint->user);
		$url = "$endpoint->base/?" . http_build_query($parameters, '', '&', PHP_QUERY_RFC3986);

		return new HttpRequest('POST', $url, $headers, $body, static function () use ($endpoint): array {
			$secret = $endpoint->secret();

			return $secret === '' ? [] : ["X-ClickHouse-Key: $secret"];
		});
	}
}
