<?php
declare(strict_types=1);

namespace XHProf\Fleet\ClickHouse;

use XHProf\Fleet\Agent\Delivery;
use XHProf\Fleet\Agent\HttpDelivery;
use XHProf\Fleet\Agent\Outcome;
use XHProf\Fleet\Http\HttpRequest;
use XHProf\Fleet\Http\HttpResponse;
use XHProf\Fleet\Store\ClickHouseClient;
use XHProf\Fleet\Store\ResponseParser;

/**
 * Sends a batch: first asks for the server's version, unless it is known, as the rows depend on it; then sends the
 * rows.
 */
final class InsertDelivery implements Delivery
{
	private HttpDelivery $step;
	private bool $isAsking;

	/**
	 * @param \Closure(): list<HttpRequest> $messages makes the messages with the rows, once the version is known
	 * @param \Closure(Outcome): void $ended
	 */
	public function __construct(
		private readonly ClickHouseClient $client,
		private readonly \Closure $messages,
		private readonly \Closure $ended,
	) {
		$this->isAsking = $client->knownVersion() === null;
		$this->step = $this->isAsking ? $this->ask() : $this->send();
	}

	public function poll(): ?Outcome
	{
		$outcome = $this->step->poll();
		if ($this->isAsking && $outcome !== null && $outcome->isAccepted) {
			$this->isAsking = false;
			$this->step = $this->send();
			$outcome = $this->step->poll();
		}
		if ($outcome !== null) {
			($this->ended)($outcome);
		}

		return $outcome;
	}

	public function abort(): void
	{
		$this->step->abort();
	}

	private function ask(): HttpDelivery
	{
		$client = $this->client;

		return new HttpDelivery($client->http, [$client->versionMessage()],
			static function (HttpResponse $answer) use ($client): Outcome {
				if ($answer->status === 200 && ResponseParser::code($answer) === 0 && !$client->learn($answer->body)) {
					return Outcome::later('the answer does not come from ClickHouse');
				}

				$outcome = InsertOutcome::of($answer);

				// The answer says nothing about the rows, so the batch is not poison.
				return $outcome->isPoison ? Outcome::later($outcome->reason) : $outcome;
			});
	}

	private function send(): HttpDelivery
	{
		return new HttpDelivery($this->client->http, ($this->messages)(), InsertOutcome::of(...));
	}
}
