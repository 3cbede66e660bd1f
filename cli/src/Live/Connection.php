<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

/** A connection of a database's server, as its own tables tell. */
final class Connection
{
	/** @var array<string, list<string>> by name: to ask for them takes a while */
	private static array $addresses = [];

	/**
	 * @param string $server "MariaDB"
	 * @param string $client its address, or the name of its host, and port: "10.0.0.7:51234"; "": not by the network
	 * @param string $statement what it executes, with values; "": nothing
	 * @param int|null $sinceNs how long its transaction is open; null: it has none
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

	/** Without what another request of the same program has otherwise. */
	public function owner(): string
	{
		return "a connection of $this->user to $this->server" . $this->from();
	}

	/** The client's host: its port tells nobody anything. */
	private function from(): string
	{
		return $this->client === '' ? '' : ' from ' . preg_replace('/:\d+$/D', '', $this->client);
	}

	/** @return list<string> with addresses: "10.0.0.7:51234", "[::1]:51234" */
	public function clients(): array
	{
		$port = (string) strrchr($this->client, ':');
		$host = trim(substr($this->client, 0, strlen($this->client) - strlen($port)), '[]');

		return array_map(static fn (string $address): string => (str_contains($address, ':') ? "[$address]" : $address) . $port, self::addresses($host));
	}

	/** @return list<string> */
	private static function addresses(string $host): array
	{
		return $host === '' ? [] : (self::$addresses[$host] ??= filter_var($host, FILTER_VALIDATE_IP) !== false ? [$host] : (gethostbynamel($host) ?: []));
	}

	/** True if it executes that statement, which is without values, and may be cut. */
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
