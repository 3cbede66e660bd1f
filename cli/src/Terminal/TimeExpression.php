<?php
declare(strict_types=1);

namespace XHProf\Cli\Terminal;

use XHProf\Cli\Problem;

/**
 * Points in time as people write them.
 *
 * @api
 */
final class TimeExpression
{
	/** Examples, for an advice or a help text. */
	public const EXAMPLES = '90s, 30m, 1h, 2d, 1w, 1w1h or "2026-11-22 14:00"';

	/**
	 * "1h" or "1w1h" ago, a date with or without a time, or "@" and a Unix time.
	 *
	 * @param string $name of the option, or of the part of a URL
	 * @param int $now Unix time
	 * @return int Unix time
	 * @throws Problem if the text is none of these
	 */
	public static function of(string $name, string $text, int $now): int
	{
		if (preg_match('/^@(\d{1,12})$/D', $text, $part) === 1) {
			return (int) $part[1];
		}
		$age_ns = Duration::parse($text);
		if ($age_ns !== null) {
			return $now - intdiv($age_ns, 1_000_000_000);
		}
		$time = preg_match('/^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:?\d\d)?)?$/D', $text) === 1
			? strtotime($text) : false;

		return $time !== false ? $time : throw Duration::withoutUnit($name, $text, 's')
			?? new Problem("$name takes an age or a date, not \"$text\"", 'write it like ' . self::EXAMPLES);
	}
}
