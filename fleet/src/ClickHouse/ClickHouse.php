<?php
declare(strict_types=1);

namespace XHProf\Fleet\ClickHouse;

use XHProf\Cli\Problem;
use XHProf\Fleet\Agent\Batch;
use XHProf\Fleet\Agent\Delivery;
use XHProf\Fleet\Agent\Destination;
use XHProf\Fleet\Agent\Outcome;
use XHProf\Fleet\Http\Endpoint;
use XHProf\Fleet\Http\HttpRequest;
use XHProf\Fleet\Store\ClickHouseClient;

/** ClickHouse as a destination. */
final class ClickHouse implements Destination
{
	public const SCHEMES = ['clickhouse'];

	/** The options that a URL may have, beside secret_file and secret_env. */
	private const OPTIONS = ['cluster', 'replicated', 'days', 'hours_after', 'async_insert', 'ca_file', 'timeout'];

	/** The first version that knows the settings of asynchronous inserts: 22.12. */
	private const ASYNC_SINCE = 2212;

	private readonly ClickHouseClient $client;
	private readonly SentStacks $sent;

	public function __construct(private readonly Endpoint $endpoint)
	{
		$endpoint->refuseOptionsBut(self::OPTIONS);
		if (!function_exists('deflate_init')) {
			throw new Problem('this PHP lacks the extension zlib, which rows for ClickHouse need');
		}
		$this->client = ClickHouseClient::of($endpoint);
		$this->sent = new SentStacks();
	}

	public function name(): string
	{
		return $this->endpoint->name();
	}

	public function takes(string $kind): bool
	{
		return Rows::takes($kind);
	}

	public function send(Batch $batch): Delivery
	{
		$now = time();
		$rows = null;
		$messages = function () use (&$rows, $batch, $now): array {
			$rows = new Rows($batch, fn (string $hash): bool => $this->sent->has($hash, $now));

			return $this->messages($rows->packed());
		};

		return new InsertDelivery($this->client, $messages, function (Outcome $outcome) use (&$rows, $now): void {
			if ($outcome->isAccepted && $rows !== null) {
				$this->sent->add($rows->sent(), $now);
			} else {
				// The server may be another one when it is back, or may have lost its tables.
				$this->sent->forget();
				$this->client->forget();
			}
		});
	}

	public function setUp(): array
	{
		$sums = HourSums::asked($this->client, time());
		$version = $this->client->version();
		$number = intdiv($version, 100) . '.' . $version % 100;

		return ["ClickHouse $number, database {$this->client->database}",
			...(new Schema($this->client, $version))->make(), ...$sums?->make() ?? []];
	}

	/**
	 * @param array<string, string> $rows by table, as gzip
	 * @return list<HttpRequest> stacks and series before the samples that name them
	 */
	private function messages(array $rows): array
	{
		$messages = [];
		foreach ($rows as $table => $body) {
			$columns = implode(', ', Schema::columns($table));
			$messages[] = $this->client->message(['query' => "INSERT INTO $table ($columns) FORMAT RowBinary",
				'database' => $this->client->database, 'wait_end_of_query' => 1] + $this->settings(),
				$body, ['Content-Encoding: gzip']);
		}

		return $messages;
	}

	/** @return array<string, int> */
	private function settings(): array
	{
		$settings = isset($this->endpoint->options['cluster']) ? ['insert_distributed_sync' => 1] : [];
		if (($this->client->knownVersion() ?? 0) >= self::ASYNC_SINCE) {
			// With the server's own settings about waiting, rows could get lost unnoticed.
			$isAsync = ($this->endpoint->options['async_insert'] ?? '0') === '1';
			$settings += ['async_insert' => (int) $isAsync, 'wait_for_async_insert' => 1,
				'async_insert_deduplicate' => 0];
		}

		return $settings;
	}
}
