<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

/** The workers of a pool of php-fpm, by the titles of processes: "php-fpm: pool www", padded by zeros or spaces. */
final class FpmPool
{
	/**
	 * A pattern that matches /proc/PID/cmdline of the pool's workers. cli/outside.php, which loads no classes, receives
	 * it as it is.
	 */
	public static function pattern(string $pool): string
	{
		return '~^php-fpm[\d.]*: pool ' . preg_quote($pool, '~') . '(?: |\0|$)~';
	}

	public static function hasWorkers(string $pool): bool
	{
		foreach (glob('/proc/[0-9]*/cmdline') ?: [] as $file) {
			if (preg_match(self::pattern($pool), (string) @file_get_contents($file)) === 1) {
				return true;
			}
		}

		return false;
	}
}
