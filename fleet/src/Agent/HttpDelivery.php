<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

use XHProf\Fleet\Http\HttpCall;
use XHProf\Fleet\Http\HttpClient;
use XHProf\Fleet\Http\HttpRequest;
use XHProf\Fleet\Http\HttpResponse;

/** Sends messages one after the other, up to the first that is not accepted. */
final class HttpDelivery implements Delivery
{
	private ?HttpCall $call = null;
	private ?Outcome $outcome = null;

	/**
	 * @param list<HttpRequest> $messages
	 * @param \Closure(HttpResponse): Outcome $judge
	 */
	public function __construct(private readonly HttpClient $http, private array $messages,
		private readonly \Closure $judge)
	{
	}

	public function poll(): ?Outcome
	{
		while ($this->outcome === null) {
			if ($this->messages === []) {
				return $this->outcome = Outcome::accepted();
			}
			$this->call ??= $this->http->start($this->messages[0]);
			$answer = $this->call->poll();
			if ($answer === null) {
				return null;
			}
			$outcome = ($this->judge)($answer);
			$this->call = null;
			array_shift($this->messages);
			$this->outcome = $outcome->isAccepted ? null : $outcome;
		}

		return $this->outcome;
	}

	public function abort(): void
	{
		$this->call?->abort();
		$this->call = null;
		$this->outcome ??= Outcome::later('given up');
	}
}
