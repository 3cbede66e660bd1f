<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

use XHProf\Fleet\Http\HttpCall;
use XHProf\Fleet\Http\HttpClient;
use XHProf\Fleet\Http\HttpRequest;
use XHProf\Fleet\Http\HttpResponse;

/**
 * Sends messages one after the other, up to the first that is not accepted. The next one is only made when the one
 * before was accepted.
 */
final class HttpDelivery implements Delivery
{
	/** @var \Iterator<mixed, HttpRequest> */
	private readonly \Iterator $messages;

	private bool $isBegun = false;
	private ?HttpRequest $message = null;

	private ?HttpCall $call = null;
	private ?Outcome $outcome = null;

	/** @var \Closure(HttpResponse, HttpRequest): Outcome */
	private readonly \Closure $judge;

	/**
	 * @param iterable<HttpRequest> $messages
	 * @param (\Closure(HttpResponse, HttpRequest): Outcome)|null $judge null: Outcome::ofHttp()
	 */
	public function __construct(private readonly HttpClient $http, iterable $messages, ?\Closure $judge = null)
	{
		$this->messages = is_array($messages) ? new \ArrayIterator($messages) : new \IteratorIterator($messages);
		$this->judge = $judge
			?? static fn (HttpResponse $answer, HttpRequest $message): Outcome => Outcome::ofHttp($answer);
	}

	public function poll(): ?Outcome
	{
		while ($this->outcome === null) {
			$this->message ??= $this->next();
			if ($this->message === null) {
				return $this->outcome = Outcome::accepted();
			}
			$this->call ??= $this->http->start($this->message);
			$answer = $this->call->poll();
			if ($answer === null) {
				return null;
			}
			$outcome = ($this->judge)($answer, $this->message);
			$this->call = $this->message = null;
			$this->outcome = $outcome->isAccepted ? null : $outcome;
		}

		return $this->outcome;
	}

	public function abort(): void
	{
		$this->call?->abort();
		$this->call = $this->message = null;
		$this->outcome ??= Outcome::later('given up');
	}

	private function next(): ?HttpRequest
	{
		$this->isBegun ? $this->messages->next() : $this->messages->rewind();
		$this->isBegun = true;

		return $this->messages->valid() ? $this->messages->current() : null;
	}
}
