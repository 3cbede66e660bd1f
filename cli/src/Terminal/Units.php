<?php
declare(strict_types=1);

namespace XHProf\Cli\Terminal;

/** Numbers for people: three digits and a unit. */
final class Units
{
	public static function time(int|float $ns): string
	{
		return self::scaled($ns, ['ns' => 1, 'us' => 1e3, 'ms' => 1e6, 's' => 1e9, 'min' => 6e10, 'h' => 36e11]);
	}

	/** Like time(), but times of many machines are in hours. */
	public static function hours(int $ns): string
	{
		return $ns < 3600e9 ? self::time($ns)
			: number_format($ns / 3600e9, $ns < 36000e9 ? 2 : ($ns < 360000e9 ? 1 : 0)) . ' h';
	}

	public static function bytes(int|float $bytes): string
	{
		return self::scaled($bytes, ['B' => 1, 'KiB' => 1 << 10, 'MiB' => 1 << 20, 'GiB' => 1 << 30]);
	}

	public static function count(int $count): string
	{
		return abs($count) < 10_000_000 ? number_format($count) : number_format($count / 1e6, 1) . 'M';
	}

	/** "1 query", "2,000 queries". */
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

	/** The percentage; empty: there is no whole to be a part of. */
	public static function percent(int|float $part, int|float $whole): string
	{
		if ($whole <= 0) {
			return '';
		}
		$percent = 100 * $part / $whole;

		return abs($percent) < 999.5 ? number_format($percent, abs($percent) < 99.95 ? 1 : 0) : '-';
	}

	/** The change in percent, such as "+12.0 %"; "new" if there was nothing before; empty if there is no change. */
	public static function change(int|float $before, int|float $after): string
	{
		if ($before == $after) {
			return '';
		}
		if ($before == 0) {
			return 'new';
		}
		$percent = 100 * ($after - $before) / abs($before);

		return sprintf(abs($percent) < 999.5 ? '%+.1f %%' : '%+.0f %%', $percent);
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
		$decimals = $scale === 1 ? 0 : (abs($value) < 9.995 ? 2 : (abs($value) < 99.95 ? 1 : 0));

		return number_format($value, $decimals, '.', '') . " $unit";
	}
}
