<?php
declare(strict_types=1);

namespace XHProf\Fleet\Pyroscope;

use XHProf\Fleet\Agent\Outcome;
use XHProf\Fleet\Http\HttpResponse;

/**
 * Judges the answers to a batch. A refused series does not hold up the others. The batch's outcome has the number of
 * refused ones.
 */
final class Refusals
{
	/** The number of answers that are still to come. */
	private int $open = 0;

	private int $count = 0;
	private int $refused = 0;
	private string $reason = '';

	/** Sets how many messages will be sent. */
	public function expect(int $count): void
	{
		$this->open += $count;
		$this->count += $count;
	}

	/** Counts a profile that is refused, for example because it cannot even be sent. */
	public function refuse(string $reason): void
	{
		$this->count++;
		$this->refused++;
		$this->reason = $this->reason === '' ? $reason : $this->reason;
	}

	public function judge(HttpResponse $answer): Outcome
	{
		$outcome = self::outcome($answer);
		if (!$outcome->isAccepted && !$outcome->isPoison) {
			return $outcome; // the whole batch is sent again
		}
		$this->open--;
		if ($outcome->isPoison) {
			$this->count--;
			$this->refuse($outcome->reason);
		}

		return $this->sum();
	}

	/** The outcome so far. */
	public function sum(): Outcome
	{
		return $this->open > 0 || $this->refused === 0 ? Outcome::accepted()
			: Outcome::poison(($this->count === 1 ? '' : "$this->refused of $this->count profiles refused: ")
				. $this->reason);
	}

	/** The intake answers 422 to any failure behind it: to a profile that it will never take, and also to an outage. */
	private static function outcome(HttpResponse $answer): Outcome
	{
		$outcome = Outcome::ofHttp($answer);

		return $answer->status === 422 && !str_contains($answer->body, 'invalid_argument')
			? Outcome::later($outcome->reason) : $outcome;
	}
}
