<?php
declare(strict_types=1);

namespace XHProf\Cli\Process;

/**
 * The effective user of this process.
 *
 * @api
 */
final class User
{
	/** The number of the user; -1: not known, as on Windows. */
	public static function id(): int
	{
		if (function_exists('posix_geteuid')) {
			return posix_geteuid();
		}

		return preg_match('/^Uid:\s+\d+\s+(\d+)/m', (string) @file_get_contents('/proc/self/status'), $found) === 1
			? (int) $found[1] : -1;
	}
}
