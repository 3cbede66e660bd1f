<?php
declare(strict_types=1);

namespace XHProf\Cli\Terminal;

use XHProf\Cli\Problem;

/** Times as people write them: a number and a unit, "10ms", "1.5s", or several, "1h30m". */
final class Duration
{
	/** Each unit to its nanoseconds. */
	public const UNITS = ['ns' => 1, 'us' => 1_000, 'ms' => 1_000_000, 's' => 1_000_000_000, 'm' => 60_000_000_000,
		'h' => 3_600_000_000_000, 'd' => 86_400_000_000_000, 'w' => 604_800_000_000_000];

	/** What to write instead of a text that is no time, by the unit of a number without one. */
	private const EXAMPLES = ['us' => '1ms or 10ms', 'ms' => '500ms or 1.5s', 's' => '30s or 1m'];

	private const PART = '(\d{1,12}(?:\.\d{1,9})?)\s*(ns|us|ms|s|m|h|d|w)';

	/** @return int|null nanoseconds; null: the text is something else */
	public static function parse(string $text): ?int
	{
		if (preg_match('/^(?:' . self::PART . '\s*)+$/D', $text) !== 1) {
			return null;
		}
		preg_match_all('/' . self::PART . '/', $text, $parts, PREG_SET_ORDER);
		$ns = 0.0;
		foreach ($parts as $part) {
			$ns += (float) $part[1] * self::UNITS[$part[2]];
		}

		return (int) round(min($ns, PHP_INT_MAX >> 1));
	}

	/**
	 * The value of an option, "--interval", or of a part of a URL.
	 *
	 * @param 'us'|'ms'|'s' $unit that a number without one most likely means
	 * @return int nanoseconds
	 */
	public static function of(string $name, string $text, string $unit, int $least = 0, int $most = PHP_INT_MAX): int
	{
		$ns = self::parse($text) ?? ($text === '0' ? 0 : throw self::problem($name, $text, $unit, $least, $most));
		if ($ns < $least || $ns > $most) {
			$range = $most === PHP_INT_MAX ? self::spelled($least) . ' at least'
				: 'from ' . self::spelled($least) . ' to ' . self::spelled($most);
			throw new Problem("$name takes $range, not $text");
		}

		return $ns;
	}

	private static function problem(string $name, string $text, string $unit, int $least, int $most): Problem
	{
		return self::withoutUnit($name, $text, $unit, $least, $most)
			?? new Problem("$name takes a time, not \"$text\"", 'write it like ' . self::EXAMPLES[$unit]);
	}

	/** Null if the text is no number. */
	public static function withoutUnit(string $name, string $text, string $unit, int $least = 0,
		int $most = PHP_INT_MAX): ?Problem
	{
		$ns = self::parse($text . $unit);

		return $ns === null ? null
			: new Problem("$name $text: give a unit, as in " . self::spelled(max($least, min($most, $ns))));
	}

	/** In the largest unit that needs no fraction. */
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
