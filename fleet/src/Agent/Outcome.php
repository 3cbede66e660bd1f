<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

use XHProf\Fleet\Http\HttpResponse;

/** How sending a batch ended. */
final class Outcome
{
	/**
	 * @param string $reason one line for people; "" if it was accepted
	 * @param float|null $afterS the pause that the server asked for, in seconds; only if the batch is to be sent again
	 */
	private function __construct(
		public readonly bool $isAccepted,
		public readonly bool $isPoison,
		public readonly string $reason = '',
		public readonly ?float $afterS = null,
	) {
	}

	public static function accepted(): self
	{
		return new self(true, false);
	}

	/** The batch is to be sent again. */
	public static function later(string $reason, ?float $afterS = null): self
	{
		return new self(false, false, $reason, $afterS);
	}

	/** The server will never take the batch. */
	public static function poison(string $reason): self
	{
		return new self(false, true, $reason);
	}

	/** 2xx is accepted; after 429, 408, 5xx or no answer the batch is sent again; all else is poison. */
	public static function ofHttp(HttpResponse $answer): self
	{
		if ($answer->isAccepted()) {
			return self::accepted();
		}
		if ($answer->status === 0 || $answer->status === 408 || $answer->status === 429 || $answer->status >= 500) {
			return self::later($answer->failure(), self::retryAfter($answer->headers['retry-after'] ?? ''));
		}

		return self::poison($answer->failure());
	}

	/**
	 * Reads seconds or a date of HTTP. Other texts are not passed to strtotime(), which reads "10.5" as 10:05 o'clock,
	 * for example.
	 */
	private static function retryAfter(string $text): ?float
	{
		if (preg_match('/^\d{1,9}$/D', $text) === 1) {
			return (float) $text;
		}
		$time = str_ends_with($text, ' GMT') ? strtotime($text) : false;

		return $time === false ? null : max(0.0, (float) ($time - time()));
	}
}
