<?php
declare(strict_types=1);

namespace XHProf\Fleet\Otlp;

use XHProf\Cli\Foreign\Protobuf;
use XHProf\Cli\Problem;
use XHProf\Fleet\Agent\Batch;
use XHProf\Fleet\Agent\Delivery;
use XHProf\Fleet\Agent\Destination;
use XHProf\Fleet\Agent\HttpDelivery;
use XHProf\Fleet\Agent\NoDelivery;
use XHProf\Fleet\Agent\Outcome;
use XHProf\Fleet\Http\Endpoint;
use XHProf\Fleet\Http\HttpClient;
use XHProf\Fleet\Http\HttpRequest;
use XHProf\Fleet\Http\HttpResponse;

/** A destination for OTLP profiles over HTTP, such as an OpenTelemetry collector: POST /v1development/profiles. */
final class Otlp implements Destination
{
	private const PATH = '/v1development/profiles';
	private const HEADERS = ['Content-Type: application/x-protobuf', 'Content-Encoding: gzip'];

	private readonly HttpClient $http;

	public function __construct(private readonly Endpoint $endpoint)
	{
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
		return true;
	}

	public function setUp(): array
	{
		return [$this->name() . ' does not need tables'];
	}

	public function send(Batch $batch): Delivery
	{
		$request = new Request($batch);
		try {
			foreach ($batch->parts as $part) {
				$request->add($part);
			}
		} catch (\RuntimeException $lack) {
			return new NoDelivery(Outcome::poison($lack->getMessage()));
		}
		$body = (string) gzencode($request->message(), 6);
		$message = new HttpRequest('POST', $this->endpoint->base . rtrim($this->endpoint->path, '/') . self::PATH,
			self::HEADERS, $body, $this->endpoint->authorization(...));

		return new HttpDelivery($this->http, [$message], self::judge(...));
	}

	/**
	 * An answer with status 200 may still refuse some profiles. It would refuse them again, so they are not sent again.
	 */
	private static function judge(HttpResponse $answer): Outcome
	{
		if (!str_starts_with($answer->headers['content-type'] ?? '', 'application/x-protobuf')) {
			return Outcome::ofHttp($answer);
		}
		if (!$answer->isAccepted()) {
			return Outcome::ofHttp(new HttpResponse($answer->status, $answer->headers, self::said($answer->body)[1]));
		}
		[$rejected, $reason] = self::said($answer->body, true);

		return $rejected === 0 ? Outcome::accepted() : Outcome::poison("$rejected profiles rejected: $reason");
	}

	/**
	 * The number and the text of an answer: those of a Status or, if it has one, of its ExportProfilesPartialSuccess.
	 *
	 * @return array{int, string}
	 */
	private static function said(string $body, bool $isPartial = false): array
	{
		$message = new Protobuf($body);
		$said = [0, ''];
		try {
			foreach ($message->fields() as $field => $value) {
				if ($isPartial && $field === 1) {
					return self::said($message->text($value));
				}
				$said = [$field === 1 && is_int($value) ? $value : $said[0],
					$field === 2 ? $message->text($value) : $said[1]];
			}
		} catch (Problem) {
			return [0, ''];
		}

		return [$said[0], substr((string) preg_replace('/[\x00-\x1F\x7F].*/s', '', $said[1]), 0, 300)];
	}
}
