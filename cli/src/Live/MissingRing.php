<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Problem;
use XHProf\Cli\Process\CommandLine;
use XHProf\Cli\Process\Php;

/** Explains why processes have no ring: which setting is missing, and how to set it. */
final class MissingRing
{
	private const FOLDER = '/dev/shm/xhprof';

	public static function process(int $pid, string $folder): Problem
	{
		if (!is_dir("/proc/$pid")) {
			return new Problem("there is no process $pid" . ($folder === '' ? '' : ", and no ring of one in $folder"),
				'for a process of another container, give the folder of its rings');
		}
		$name = trim((string) @file_get_contents("/proc/$pid/comm"));
		if (!self::mayBePhp($pid)) {
			return new Problem("process $pid is " . ($name === '' ? 'unknown' : $name) . ', not PHP');
		}
		if ($folder === '' && !is_readable("/proc/$pid/fd")) {
			return new Problem("process $pid ($name) belongs to another user, "
				. "and its ring cannot be found, as xhprof.live_dir is not set for this PHP",
					'give the folder instead of the pid, or run: '
					. 'php -d xhprof.live_dir=... ' . CommandLine::word(Php::script()));
		}
		if (self::loads($pid) === false) {
			return new Problem("process $pid ($name) does not load the extension xhprof",
				'add extension=xhprof and ' . self::setting($folder) . ' to ' . self::ini($pid) . ', and restart it');
		}

		return new Problem("process $pid ($name) has no ring" . ($folder === '' ? '' : " in $folder"),
			'it creates one at its first request if it starts with ' . self::setting($folder) . ' in ' . self::ini($pid)
			. '; its error log says if it could not create one');
	}

	/**
	 * False: there is no such process, or it is another program. A process of another user counts as PHP, because it
	 * may have PHP in a library that we cannot see.
	 */
	public static function mayBePhp(int $pid): bool
	{
		$maps = @file_get_contents("/proc/$pid/maps");

		return is_dir("/proc/$pid")
			&& ($maps === false || str_contains((string) @file_get_contents("/proc/$pid/comm") . ' '
				. (string) @file_get_contents("/proc/$pid/cmdline") . $maps, 'php'));
	}

	/** Advice for a folder without rings. */
	public static function howTo(string $folder): string
	{
		return 'a process creates its ring at its first request if it loads xhprof and has ' . self::setting($folder)
			. ': for php-fpm in ' . self::fpmIni() . ', for commands in ' . (php_ini_loaded_file() ?: 'php.ini')
			. '; its error log says if it could not create one';
	}

	public static function setting(string $folder): string
	{
		return 'xhprof.live_dir=' . ($folder === '' ? self::FOLDER : $folder);
	}

	/**
	 * True if the process has loaded the extension; null: not known, for example because the process is another user's.
	 */
	private static function loads(int $pid): ?bool
	{
		$maps = @file_get_contents("/proc/$pid/maps");

		return $maps === false || $maps === '' ? null : str_contains($maps, '/xhprof.so');
	}

	/**
	 * The php.ini of a process. php-fpm looks for it beside its own configuration file, which the title of the master
	 * names.
	 */
	private static function ini(int $pid): string
	{
		$status = (string) @file_get_contents("/proc/$pid/status");
		$parent = preg_match('/^PPid:\s+(\d+)/m', $status, $found) === 1 ? (int) $found[1] : 0;
		foreach ([$pid, $parent] as $process) {
			$title = (string) @file_get_contents("/proc/$process/cmdline");
			if (preg_match('~php-fpm: master process \((/[^)]*)/[^/)]+\)~', $title, $found) === 1) {
				return is_file("$found[1]/php.ini") ? "$found[1]/php.ini" : 'its php.ini';
			}
		}

		return str_contains((string) @file_get_contents("/proc/$pid/comm"), 'fpm') ? self::fpmIni()
			: (php_ini_loaded_file() ?: 'its php.ini');
	}

	private static function fpmIni(): string
	{
		$debian = sprintf('/etc/php/%d.%d/fpm/php.ini', PHP_MAJOR_VERSION, PHP_MINOR_VERSION);

		return is_file($debian) ? $debian : 'its php.ini';
	}
}
