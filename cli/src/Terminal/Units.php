<?php
declare(strict_types=1);

namespace XHProf\Cli\Terminal;

/**
 * Numbers for people: three digits and a unit.
 *
 * @api
 */
final class Units
{
	/** A time: "3.20 ms", "1.50 s", "2.00 min". */
	public static function time(int|float $ns): string
	{
		return self::scaled($ns, ['ns' => 1, 'us' => 1e3, 'ms' => 1e6, 's' => 1e9, 'min' => 6e10, 'h' => 36e11]);
	}

	/** A length of time that somebody chose or estimated: time() without zeros at its end, "90 s", "2 min", "1.5 h". */
	public static function span(int|float $seconds): string
	{
		return (string) preg_replace('/\.0+(?= )|(?<=\.\d)0+(?= )/', '', self::time($seconds * 1e9));
	}

	/** An amount of memory or data: "512 B", "1.50 KiB". */
	public static function bytes(int|float $bytes): string
	{
		return self::scaled($bytes, ['B' => 1, 'KiB' => 1 << 10, 'MiB' => 1 << 20, 'GiB' => 1 << 30]);
	}

	/** "(12 more)" below the rows of a table; empty if there are no more. */
	public static function more(int $count): string
	{
		return $count > 0 ? '(' . self::count($count) . " more)\n" : '';
	}

	/** "412,094"; from 10 millions on "12.3M", "3.0G". */
	public static function count(int $count): string
	{
		$size = abs($count);
		[$scale, $unit] = $size < 10_000_000 ? [1, ''] : ($size < 999_950_000 ? [1e6, 'M'] : [1e9, 'G']);

		return number_format($count / $scale, $scale === 1 ? 0 : 1) . $unit;
	}

	/** "1 query", "2,000 queries". Without a plural, it is the singular and "s". */
	public static function of(int $count, string $one, ?string $many = null): string
	{
		return self::count($count) . ' ' . ($count === 1 ? $one : $many ?? "{$one}s");
	}

	/** A number in at most seven cells. */
	public static function brief(int $count): string
	{
		return abs($count) < 1_000_000 ? number_format($count)
			: number_format($count / 1e6, abs($count) < 1e8 ? 2 : 0) . 'M';
	}

	/** A quantity without a unit: "0.013", "1.25", "312"; from 1,000 on as a count. */
	public static function number(int|float $value): string
	{
		$size = abs($value);

		return $size >= 999.5 ? self::count((int) round($value))
			: number_format($value, $value != 0 && $size < 0.0995 ? 3 : self::decimals($size));
	}

	/** A change with its sign: "+1,234". */
	public static function signed(int $count): string
	{
		return ($count > 0 ? '+' : '') . self::count($count);
	}

	/** The percentage, with the sign of the part; empty: there is no whole to be a part of. */
	public static function percent(int|float $part, int|float $whole): string
	{
		$percent = $whole == 0 ? 0 : 100 * $part / abs($whole);

		return $whole == 0 ? '' : number_format($percent, abs($percent) < 99.95 ? 1 : 0, '.', '');
	}

	/** The same of a change: "+12.0 %". */
	public static function signedPercent(int|float $part, int|float $whole): string
	{
		return $whole == 0 ? '' : ($part > 0 ? '+' : '') . self::percent($part, $whole) . ' %';
	}

	/**
	 * An interval of a change: "+8.1 % to +12.2 %".
	 *
	 * @param array{float, float} $parts of what it was before
	 */
	public static function range(array $parts): string
	{
		return implode(' to ', array_map(static fn (float $part): string => self::signedPercent($part, 1), $parts));
	}

	/** The change in percent, such as "+12.0 %"; "new" if there was nothing before; empty if there is no change. */
	public static function change(int|float $before, int|float $after): string
	{
		return $before == $after ? '' : ($before == 0 ? 'new' : self::signedPercent($after - $before, $before));
	}

	/** An error in percentage points: "±4.2". */
	public static function points(float $error): string
	{
		return '±' . number_format($error, 1);
	}

	private static function decimals(float $size): int
	{
		return $size < 9.995 ? 2 : ($size < 99.95 ? 1 : 0);
	}

	/** @param non-empty-array<string, int|float> $units to how much one is, ascending */
	private static function scaled(int|float $value, array $units): string
	{
		$size = abs($value);
		foreach ($units as $unit => $scale) {
			// 999.6 is not written as 1000: the next unit has it as 1.00. 120 s are 2.00 min.
			if ($size / $scale < ($unit === 's' || $unit === 'min' ? 119.5 : 999.5)) {
				break;
			}
		}
		$value /= $scale;

		return number_format($value, $scale === 1 ? 0 : self::decimals(abs($value)), '.', '') . " $unit";
	}
}
