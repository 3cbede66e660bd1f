<?php
declare(strict_types=1);

namespace XHProf\Fleet\Pyroscope;

use XHProf\Cli\Run\RunFormat;
use XHProf\Fleet\Agent\Batch;
use XHProf\Fleet\Agent\BatchPart;
use XHProf\Fleet\Agent\Delivery;
use XHProf\Fleet\Agent\Destination;
use XHProf\Fleet\Agent\HttpDelivery;
use XHProf\Fleet\Agent\NoDelivery;
use XHProf\Fleet\Http\Endpoint;
use XHProf\Fleet\Http\HttpClient;
use XHProf\Fleet\Http\HttpRequest;

/**
 * Pyroscope, Grafana Cloud Profiles, or a Grafana Alloy in front of them: POST /ingest?format=pprof for each series.
 * They drop a second profile with the same labels and time, so that a batch that is sent again changes nothing.
 */
final class Pyroscope implements Destination
{
	/** The default limits of Pyroscope, which refuses larger files. */
	private const MOST_SAMPLES = 16_000;
	private const MOST_BYTES = 4 << 20;

	private readonly HttpClient $http;
	private readonly string $url;

	/** @var list<string> */
	private readonly array $headers;

	public function __construct(private readonly Endpoint $endpoint)
	{
		RunFormat::needZlib('pprof');
		$this->http = HttpClient::of($endpoint);
		$this->url = $endpoint->base . rtrim($endpoint->path, '/') . '/ingest';
		$tenant = $endpoint->options['tenant'] ?? '';
		$this->headers = ['Content-Type: application/octet-stream',
			...($tenant === '' ? [] : ["X-Scope-OrgID: $tenant"])];
	}

	public function name(): string
	{
		$tenant = $this->endpoint->options['tenant'] ?? '';

		return $this->endpoint->name() . ($tenant === '' ? '' : "?tenant=$tenant");
	}

	public function takes(string $kind): bool
	{
		return true;
	}

	public function setUp(): array
	{
		return [$this->name() . ' does not need tables'];
	}

	public function send(Batch $batch): Delivery
	{
		$messages = [];
		$refusals = new Refusals();
		foreach ($batch->parts as $place => $part) {
			try {
				array_push($messages, ...$this->messages($batch, $place, $part));
			} catch (\RuntimeException $lack) {
				$refusals->refuse($lack->getMessage());
			}
		}
		$refusals->expect(count($messages));

		return $messages === [] ? new NoDelivery($refusals->sum())
			: new HttpDelivery($this->http, $messages, $refusals->judge(...));
	}

	/**
	 * @return list<HttpRequest>
	 * @throws \RuntimeException if the part has no call paths
	 */
	private function messages(Batch $batch, int $place, BatchPart $part): array
	{
		$messages = [];
		$query = http_build_query(['name' => IngestName::of($part->series, $part->kind), 'from' => $batch->from,
			'until' => $batch->until, 'format' => 'pprof', 'spyName' => 'xhprof'], '', '&', PHP_QUERY_RFC3986);
		// Each label of a sample would make a series of its own, except for a span's. The labels of our series are in
		// the name.
		$files = $part->profile->export('pprof', options: ['labels' => $part->span === '' ? []
			: ['span_id' => $part->span], 'values' => $part->kind === 'alloc' ? 'allocations' : 'times', 'started_ns' =>
				self::timeNs($batch, $place), 'duration_ns' => ($batch->until - $batch->from) * 1_000_000_000,
			'max_samples' => self::MOST_SAMPLES, 'max_bytes' => self::MOST_BYTES]);
		foreach ($files as $file) {
			$messages[] = new HttpRequest('POST', "$this->url?$query", $this->headers, $file,
				$this->endpoint->authorization(...));
		}

		return $messages;
	}

	/**
	 * A time that is the same each time the part is sent, but differs between parts: a series may have two parts of the
	 * same second.
	 */
	private static function timeNs(Batch $batch, int $place): int
	{
		return $batch->from * 1_000_000_000 + (int) hexdec(substr(hash('xxh64', "$batch->id $place"), 0, 7));
	}
}
