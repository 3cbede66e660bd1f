<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet;

/** Messages, one after the other: the first that is not accepted ends it. Each is asked for when the one before was accepted. */
final class HttpDelivery implements Delivery
{
	/** @var \Iterator<mixed, Message> */
	private readonly \Iterator $messages;

	private bool $isBegun = false;
	private ?Message $message = null;

	private ?HttpCall $call = null;
	private ?Outcome $outcome = null;

	/** @var \Closure(Answer, Message): Outcome */
	private readonly \Closure $judge;

	/**
	 * @param iterable<Message> $messages
	 * @param (\Closure(Answer, Message): Outcome)|null $judge null: Outcome::ofHttp()
	 */
	public function __construct(private readonly Http $http, iterable $messages, ?\Closure $judge = null)
	{
		$this->messages = is_array($messages) ? new \ArrayIterator($messages) : new \IteratorIterator($messages);
		$this->judge = $judge ?? static fn (Answer $answer, Message $message): Outcome => Outcome::ofHttp($answer);
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

	private function next(): ?Message
	{
		$this->isBegun ? $this->messages->next() : $this->messages->rewind();
		$this->isBegun = true;

		return $this->messages->valid() ? $this->messages->current() : null;
	}
}
