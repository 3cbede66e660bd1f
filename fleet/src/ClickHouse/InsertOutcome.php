<?php
declare(strict_types=1);

namespace XHProf\Fleet\ClickHouse;

use XHProf\Fleet\Agent\Outcome;
use XHProf\Fleet\Http\HttpResponse;
use XHProf\Fleet\Store\ResponseParser;

/** The outcome of an insert, according to the engine's answer. */
final class InsertOutcome
{
	/**
	 * Error codes for rows that will never fit the table: they cannot be parsed, are cut off, too large or out of
	 * range.
	 */
	private const POISON = [6, 25, 26, 27, 32, 33, 38, 41, 69, 70, 72, 117, 128, 131, 190, 271, 321, 349, 354, 469];

	/**
	 * If the rows are not to blame, the batch is sent again later: tables are missing, the disk is full, there are too
	 * many parts.
	 */
	public static function of(HttpResponse $answer): Outcome
	{
		$code = ResponseParser::code($answer);
		if ($code === 0) {
			return Outcome::ofHttp($answer);
		}
		$reason = ResponseParser::reason($answer);
		if (in_array($code, self::POISON, true)) {
			return Outcome::poison($reason);
		}
		$advice = ResponseParser::advice($answer);

		return Outcome::later($reason . ($advice === '' ? '' : "; $advice"), Outcome::ofHttp($answer)->afterS);
	}
}
