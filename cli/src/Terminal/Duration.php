<?php
declare(strict_types=1);

namespace XHProf\Cli\Terminal;

use XHProf\Cli\Problem;

/**
 * Times as people write them: a number and a unit in either case, "10ms", "1.5s", or several, "1h30m".
 *
 * @api
 */
final class Duration
{
	/** Each unit to its nanoseconds. */
	public const UNITS = ['ns' => 1, 'us' => 1_000, 'ms' => 1_000_000, 's' => 1_000_000_000, 'm' => 60_000_000_000,
		'h' => 3_600_000_000_000, 'd' => 86_400_000_000_000, 'w' => 604_800_000_000_000];

	/** Examples of a time, for a text that is none, by the unit of a number without one. */
	private const EXAMPLES = ['us' => '1ms or 10ms', 'ms' => '500ms or 1.5s', 's' => '30s or 1m'];

	private const WHOLE = ['ns' => 'nanoseconds', 'us' => 'microseconds', 's' => 'seconds'];

	private const PART = '(\d+)(?:\.(\d{1,9}))?\s*(ns|us|ms|s|m|h|d|w)\s*';

	private const BILLION = 1_000_000_000;

	/** Longer times, of more than 146 years, count as this one. */
	private const MOST_NS = PHP_INT_MAX >> 1;

	/**
	 * Reads a time by the same rule as settings: base/duration.c.
	 *
	 * @return int|null nanoseconds; null: the text is something else, or has a part of a nanosecond
	 */
	public static function parse(string $text): ?int
	{
		if (preg_match('/^(?:' . self::PART . ')+$/Di', $text) !== 1) {
			return null;
		}
		preg_match_all('/' . self::PART . '/i', $text, $parts, PREG_SET_ORDER);
		$sum = 0;
		foreach ($parts as [, $number, $fraction, $unit]) {
			$ns = self::part((int) $number, (int) str_pad($fraction, 9, '0'), self::UNITS[strtolower($unit)]);
			if ($ns === null) {
				return null;
			}
			$sum = min($sum + $ns, self::MOST_NS);
		}

		return $sum;
	}

	/** One number and its unit, in integers, because floats round. Null: it has a part of a nanosecond. */
	private static function part(int $number, int $billionths, int $unitNs): ?int
	{
		// Whole seconds of a unit are multiplied apart: no integer can hold the product of a week. Only the rest, of a
		// unit below a second, can have a part of a nanosecond.
		$below = $unitNs % self::BILLION * $billionths;
		if ($below % self::BILLION !== 0) {
			return null;
		}
		$ns = intdiv($unitNs, self::BILLION) * $billionths + intdiv($below, self::BILLION);

		return $number > intdiv(self::MOST_NS - $ns, $unitNs) ? self::MOST_NS : $number * $unitNs + $ns;
	}

	/**
	 * The value of an option, "--interval", or of a part of a URL.
	 *
	 * @param 'us'|'ms'|'s' $unit that a number without one most likely means
	 * @param 'ns'|'us'|'s' $whole the unit of which the time must be a multiple
	 * @return int nanoseconds, as $least and $most are
	 * @throws Problem if the text is no time with a unit, out of range, or no multiple of that unit
	 */
	public static function of(string $name, string $text, string $unit, int $least = 0, int $most = PHP_INT_MAX,
		string $whole = 'ns'): int
	{
		$ns = self::parse($text) ?? ($text === '0' ? 0 : throw self::withoutUnit($name, $text, $unit, $least, $most)
			?? new Problem("$name takes a time, not \"$text\"", 'write it like ' . self::EXAMPLES[$unit]));
		if ($ns < $least || $ns > $most) {
			$range = $most === PHP_INT_MAX ? self::spelled($least) . ' at least'
				: 'from ' . self::spelled($least) . ' to ' . self::spelled($most);
			throw new Problem("$name takes $range, not $text");
		}
		if ($ns % self::UNITS[$whole] !== 0) {
			throw new Problem("$name takes whole " . self::WHOLE[$whole] . ", not $text",
				'write it like ' . self::spelled($ns - $ns % self::UNITS[$whole]));
		}

		return $ns;
	}

	/** The error for a number without a unit; null: the text is none. The arguments are those of of(). */
	public static function withoutUnit(string $name, string $text, string $unit, int $least = 0,
		int $most = PHP_INT_MAX): ?Problem
	{
		$ns = self::parse($text . $unit);

		return $ns === null ? null
			: new Problem("$name $text: give a unit, as in " . self::spelled(max($least, min($most, $ns))));
	}

	/** The time of so many nanoseconds in the largest unit that needs no fraction: "90s", "1500us". */
	public static function spelled(int $ns): string
	{
		foreach (array_reverse(self::UNITS) as $unit => $scale) {
			if ($ns >= $scale && $ns % $scale === 0) {
				return $ns / $scale . $unit;
			}
		}

		return "{$ns}s";
	}
}
