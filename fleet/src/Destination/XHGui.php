<?php
declare(strict_types=1);

namespace XHProf\Fleet\Destination;

use XHProf\Cli\Problem;
use XHProf\Fleet\Agent\Batch;
use XHProf\Fleet\Agent\BatchPart;
use XHProf\Fleet\Agent\Delivery;
use XHProf\Fleet\Agent\Destination;
use XHProf\Fleet\Agent\HttpDelivery;
use XHProf\Fleet\Agent\Outcome;
use XHProf\Fleet\Http\Endpoint;
use XHProf\Fleet\Http\HttpClient;
use XHProf\Fleet\Http\HttpRequest;
use XHProf\Fleet\Http\HttpResponse;

/**
 * XHGui as a destination for traced runs: POST /run/import, with its upload token as the secret. XHGui stores each line
 * that it gets, so a run that is sent twice is there twice, unless its database refuses the second one. For this,
 * SERVER.XHPROF_RUN names the run, and SQL makes a unique index on it.
 */
final class XHGui implements Destination
{
	public const SCHEMES = ['xhgui'];

	/** The options that a URL may have, beside secret_file and secret_env: those of HttpClient. */
	private const OPTIONS = ['ca_file', 'timeout'];

	private const INDEX = 'xhprof_run';
	private const SQL = 'CREATE UNIQUE INDEX ' . self::INDEX . " ON results ((\"SERVER\"::json->>'XHPROF_RUN'))";

	private readonly HttpClient $http;

	public function __construct(private readonly Endpoint $endpoint)
	{
		$endpoint->refuseOptionsBut(self::OPTIONS);
		if ($endpoint->user !== '') {
			throw new Problem("{$endpoint->name()}: XHGui has no users", 'give its upload.token as the secret');
		}
		$this->http = HttpClient::of($endpoint);
	}

	public function name(): string
	{
		return $this->endpoint->name();
	}

	public function takes(string $kind): bool
	{
		return $kind === 'trace';
	}

	public function send(Batch $batch): Delivery
	{
		$traces = array_values(array_filter($batch->parts, fn (BatchPart $part): bool => $this->takes($part->kind)));
		$messages = [];
		foreach ($traces as $i => $part) {
			$messages[] = $this->message(self::line($part, $batch->id . ($i === 0 ? '' : "-$i")));
		}

		return new HttpDelivery($this->http, $messages, self::outcome(...));
	}

	/**
	 * Only checks that XHGui takes the token, with a body of which it stores nothing. XHGui makes its tables itself.
	 */
	public function setUp(): array
	{
		$answer = $this->http->ask($this->message(''));
		$said = self::said($answer);
		if ($answer->status === 401 && $said === 'Failed to decode payload') {
			return ['XHGui takes the token, and makes its tables itself',
				'on PostgreSQL this lets it drop runs that were sent twice: ' . self::SQL];
		}
		$outcome = self::outcome($answer);
		throw new Problem("{$this->name()}: "
			. ($outcome->reason === '' ? 'the answer does not come from XHGui' : $outcome->reason));
	}

	private function message(string $body): HttpRequest
	{
		return new HttpRequest('POST', $this->endpoint->base . rtrim($this->endpoint->path, '/') . '/run/import',
			['Content-Type: application/json'], $body, static fn (): array => [], function (): string {
				$token = $this->endpoint->secret();
				return $token === '' ? '' : 'token=' . rawurlencode($token);
			});
	}

	/** The run as XHGui imports it. The labels are in SERVER, which XHGui shows on the page of a run. */
	private static function line(BatchPart $part, string $id): string
	{
		$meta = self::printable($part->meta ?? []);
		$server = is_array($meta['SERVER'] ?? null) ? $meta['SERVER'] : [];
		$server['XHPROF_RUN'] = str_starts_with($id, 'run-') ? substr($id, 4) : $id;
		foreach ($part->series->labels() as $label => $value) {
			$server['XHPROF_' . strtoupper((string) $label)] = $value;
		}
		$meta['SERVER'] = $server;

		return (string) $part->profile->export('xhgui', null, $meta);
	}

	/**
	 * Replaces control characters by "?": PostgreSQL refuses "\0" in texts, and in JSON that has an index.
	 *
	 * @param array<mixed> $values
	 * @return array<mixed>
	 */
	private static function printable(array $values): array
	{
		$clean = [];
		foreach ($values as $key => $value) {
			$value = is_string($value) ? preg_replace('/[\x00-\x1F\x7F]/', '?', $value) : $value;
			$clean[is_int($key) ? $key : (string) preg_replace('/[\x00-\x1F\x7F]/', '?', $key)] = is_array($value)
				? self::printable($value) : $value;
		}

		return $clean;
	}

	/** XHGui also answers 401 to a body that it cannot read, and 500 to any error of its database. */
	private static function outcome(HttpResponse $answer): Outcome
	{
		$said = self::said($answer);
		$line = "HTTP $answer->status " . strtok(substr((string) $said, 0, 300), "\r\n");
		if ($answer->status === 200 && str_contains($answer->body, '"ok":true')) {
			return Outcome::accepted();
		}
		// All runs would get these answers, so no run is at fault.
		if (in_array($answer->status, [200, 403, 404, 405], true)) {
			return Outcome::later("HTTP $answer->status, but no confirmation of an import: "
				. "is this the address of XHGui?");
		}
		if ($answer->status === 500 && $said === null) {
			preg_match('/<title>([^<]{1,80})/', $answer->body, $title);
			return Outcome::later(rtrim('HTTP 500 ' . ($title[1] ?? ''))
				. ': its log says why; perhaps its database is down');
		}
		if ($said === null || ($answer->status !== 401 && $answer->status !== 500)) {
			return Outcome::ofHttp($answer);
		}
		if ($answer->status === 401) {
			return $said === 'Token validation failed' ? Outcome::later("$line: the secret is not XHGui's upload.token")
				: Outcome::poison($line);
		}

		return self::ofDatabase($said, $line);
	}

	private static function ofDatabase(string $said, string $line): Outcome
	{
		$class = preg_match('/^SQLSTATE\[(2[23])/', $said, $found) === 1 ? $found[1] : '';
		if ($class === '23' && str_contains($said, self::INDEX)) {
			return Outcome::accepted(); // the run was sent before
		}
		// Class 22: a number is too large for its column, for example in a run of more than 35 minutes. The texts are
		// those of limits of the size. Class 23 for another index is about the id that XHGui made, so another attempt
		// may succeed.
		$isPoison = $class === '22'
			|| preg_match('/^Skipping to save empty profiling$|exceeds|too large|bigger than/D', $said) === 1;

		return $isPoison ? Outcome::poison($line) : Outcome::later($line);
	}

	/** The message in an answer of XHGui; null: there is none. */
	private static function said(HttpResponse $answer): ?string
	{
		$json = json_decode($answer->body, true, 8);

		return is_array($json) && is_string($json['message'] ?? null) ? $json['message'] : null;
	}
}
