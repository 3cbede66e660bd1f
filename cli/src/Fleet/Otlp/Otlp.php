<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet\Otlp;

use XHProf\Cli\Fleet\Batch;
use XHProf\Cli\Fleet\Delivery;
use XHProf\Cli\Fleet\Destination;
use XHProf\Cli\Fleet\HttpDelivery;
use XHProf\Cli\Fleet\NoDelivery;
use XHProf\Cli\Fleet\Outcome;
use XHProf\Cli\Http\Endpoint;
use XHProf\Cli\Http\HttpClient;
use XHProf\Cli\Http\HttpRequest;
use XHProf\Cli\Http\HttpResponse;
use XHProf\Cli\Problem;

/** An OpenTelemetry collector, or what else takes profiles of OTLP over HTTP: POST /v1development/profiles. The protocol is not final. */
final class Otlp implements Destination
{
	private const PATH = '/v1development/profiles';
	private const HEADERS = ['Content-Type: application/json', 'Content-Encoding: gzip'];

	private readonly HttpClient $http;

	/** @param bool $isPermitted whether --experimental was given */
	public function __construct(private readonly Endpoint $endpoint, bool $isPermitted)
	{
		if (!$isPermitted) {
			throw new Problem('OTLP has profiles "in development": the next version of a collector may refuse what this one sends',
				'--experimental sends them nevertheless');
		}
		if (!function_exists('gzencode')) {
			throw new Problem('this PHP lacks the extension zlib, which OTLP needs');
		}
		$this->http = HttpClient::of($endpoint);
	}

	public function name(): string
	{
		return $this->endpoint->name();
	}

	public function takes(string $kind): bool
	{
		return $kind !== 'alloc';
	}

	public function setUp(): array
	{
		return [$this->name() . ' needs no tables'];
	}

	public function send(Batch $batch): Delivery
	{
		$request = new Request($batch);
		try {
			foreach ($batch->parts as $part) {
				if ($this->takes($part->kind)) {
					$request->add($part);
				}
			}
		} catch (\RuntimeException $lack) {
			return new NoDelivery(Outcome::poison($lack->getMessage()));
		}
		$body = (string) gzencode($request->message(), 6);
		$message = new HttpRequest('POST', $this->endpoint->base . rtrim($this->endpoint->path, '/') . self::PATH, self::HEADERS, $body,
			$this->endpoint->authorization(...));

		return new HttpDelivery($this->http, [$message], self::judge(...));
	}

	/** An answer 200 may refuse some profiles. What is sent again would be refused again. */
	private static function judge(HttpResponse $answer): Outcome
	{
		$outcome = Outcome::ofHttp($answer);
		$said = json_decode($answer->body, true, 8);
		$partial = is_array($said) ? $said['partialSuccess'] ?? null : null;
		$number = is_array($partial) ? $partial['rejectedProfiles'] ?? null : null;
		$rejected = is_numeric($number) ? (int) $number : 0;
		if (!$outcome->isAccepted || $rejected === 0) {
			return $outcome;
		}
		$reason = is_string($partial['errorMessage'] ?? null) ? $partial['errorMessage'] : '';

		return Outcome::poison("$rejected profiles rejected: " . substr((string) strtok($reason, "\r\n"), 0, 300));
	}
}
