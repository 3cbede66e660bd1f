<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

/** A client's connection to a database server, as the server's own tables describe it. */
final class Connection
{
	/** @var array<string, list<string>> by host name, as a look-up takes a while */
	private static array $addresses = [];

	/**
	 * @param string $server "MariaDB"
	 * @param string $client its address or host name, and its port: "10.0.0.7:51234"; "": a local connection, not by
	 *     the network
	 * @param string $statement the statement that it executes, with values; "": none
	 * @param int|null $sinceNs how long its transaction has been open; null: it has none
	 */
	public function __construct(
		public readonly string $server,
		public readonly int $id,
		public readonly string $user,
		public readonly string $client,
		public readonly string $statement,
		public readonly ?int $sinceNs,
		public readonly bool $isIdle,
	) {
	}

	public function name(): string
	{
		return "$this->server's connection $this->id of $this->user" . $this->from();
	}

	/** The name without the connection's number, so that it is the same for all requests of one program. */
	public function owner(): string
	{
		return "a connection of $this->user to $this->server" . $this->from();
	}

	/** The client's host, without the port, which means nothing to people. */
	private function from(): string
	{
		return $this->client === '' ? '' : ' from ' . preg_replace('/:\d+$/D', '', $this->client);
	}

	/** @return list<string> the client by its addresses, in place of a host name: "10.0.0.7:51234", "[::1]:51234" */
	public function clients(): array
	{
		$port = (string) strrchr($this->client, ':');
		$host = trim(substr($this->client, 0, strlen($this->client) - strlen($port)), '[]');

		return array_map(static fn (string $address): string => (str_contains($address, ':') ? "[$address]" : $address)
			. $port, self::addresses($host));
	}

	/** @return list<string> */
	private static function addresses(string $host): array
	{
		return $host === '' ? [] : (self::$addresses[$host] ??= filter_var($host, FILTER_VALIDATE_IP) !== false
			? [$host] : (gethostbynamel($host) ?: []));
	}

	/** True if it executes this statement, which has ? in place of values and … in place of an end that was cut off. */
	public function executes(string $statement): bool
	{
		$parts = preg_split('/(\?|…$| )/u', $statement, -1, PREG_SPLIT_DELIM_CAPTURE) ?: [];
		$pattern = implode('', array_map(static fn (string $part): string => match ($part) {
			'?' => '.+?',
			'…' => '.*',
			' ' => '\s*',
			default => preg_quote($part, '/'),
		}, $parts));

		return $this->statement !== '' && preg_match("/^\\s*{$pattern}[\\s;]*$/Dsu", $this->statement) === 1;
	}
}
