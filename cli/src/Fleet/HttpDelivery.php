<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet;

/** Messages, one after the other: the first that is not accepted ends it. */
final class HttpDelivery implements Delivery
{
	/** @var list<Message> */
	private array $messages;

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
		$this->messages = is_array($messages) ? array_values($messages) : iterator_to_array($messages, false);
		$this->judge = $judge ?? static fn (Answer $answer, Message $message): Outcome => Outcome::ofHttp($answer);
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
			$this->call = null;
			$outcome = ($this->judge)($answer, array_shift($this->messages));
			$this->outcome = $outcome->isAccepted ? null : $outcome;
		}

		return $this->outcome;
	}

	public function abort(): void
	{
		$this->call?->abort();
		$this->call = null;
		$this->messages = [];
		$this->outcome ??= Outcome::later('given up');
	}
}
