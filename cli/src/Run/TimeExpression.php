<?php
declare(strict_types=1);

namespace XHProf\Cli\Run;

/** Points in time as people write them. */
final class TimeExpression
{
	public const EXAMPLES = '90s, 30m, 1h, 2d, 1w, 1w1h or "2026-11-22 14:00"';

	private const SECONDS = ['s' => 1, 'm' => 60, 'h' => 3600, 'd' => 86400, 'w' => 604800];

	/**
	 * "1h" or "1w1h" ago, a date with or without a time, or "@" and a Unix time.
	 *
	 * @return int|null Unix time; null: the text is none of these
	 */
	public static function of(string $text, int $now): ?int
	{
		if (preg_match('/^@(\d{1,12})$/D', $text, $part) === 1) {
			return (int) $part[1];
		}
		if (preg_match('/^(?:\d{1,9}\s*[smhdw]\s*)+$/D', $text) === 1) {
			preg_match_all('/(\d+)\s*([smhdw])/', $text, $parts, PREG_SET_ORDER);
			foreach ($parts as $part) {
				$now -= (int) $part[1] * self::SECONDS[$part[2]];
			}

			return $now;
		}
		$time = preg_match('/^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:?\d\d)?)?$/D', $text) === 1 ? strtotime($text) : false;

		return $time === false ? null : $time;
	}
}
