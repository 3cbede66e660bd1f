<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet\Pyroscope;

use XHProf\Cli\Fleet\Outcome;
use XHProf\Cli\Http\HttpResponse;

/** Judges the answers to a batch. A series that is refused does not hold up the others; the batch's outcome has their number. */
final class Refusals
{
	/** Answers that are still to come. */
	private int $open = 0;

	private int $count = 0;
	private int $refused = 0;
	private string $reason = '';

	/** So many messages will be sent. */
	public function expect(int $count): void
	{
		$this->open += $count;
		$this->count += $count;
	}

	/** One that is refused before it is sent. */
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
			return $outcome; // all of it is sent again
		}
		$this->open--;
		if ($outcome->isPoison) {
			$this->count--;
			$this->refuse($outcome->reason);
		}

		return $this->sum();
	}

	/** The outcome of those so far. */
	public function sum(): Outcome
	{
		return $this->open > 0 || $this->refused === 0 ? Outcome::accepted()
			: Outcome::poison(($this->count === 1 ? '' : "$this->refused of $this->count profiles refused: ") . $this->reason);
	}

	/** The intake says 422 to all that fails behind it: to a profile that it never takes, and to an outage. */
	private static function outcome(HttpResponse $answer): Outcome
	{
		$outcome = Outcome::ofHttp($answer);

		return $answer->status === 422 && !str_contains($answer->body, 'invalid_argument') ? Outcome::later($outcome->reason) : $outcome;
	}
}
