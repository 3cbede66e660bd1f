<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Problem;
use XHProf\Cli\Process\CommandLine;
use XHProf\Cli\Process\User;

/** The right to look into processes. The owner of the folder with their rings has it, and the folder's group. */
final class Access
{
	public static function need(string $folder): void
	{
		if (@is_dir($folder) && !(is_readable($folder) && is_executable($folder))) {
			throw new Problem("no permission to read the folder $folder" . self::whose($folder), self::advice($folder));
		}
	}

	/** Why a ring could not be opened, without the name of its file. */
	public static function reason(string $file, \RuntimeException $e): string
	{
		if (file_exists($file) && !is_readable($file)) {
			return 'no permission to read it' . self::whose($file) . '; ' . self::advice($file);
		}

		return Problem::reason($e, $file);
	}

	/** ": it can be read by the user www-data and the group adm only" */
	private static function whose(string $path): string
	{
		$owner = @fileowner($path);
		$group = @filegroup($path);

		return $owner === false || $group === false ? ''
			: ': it can be read by the user ' . self::user($owner) . ' and the group ' . self::group($group) . ' only';
	}

	private static function advice(string $path): string
	{
		$group = @filegroup($path);
		if ($group === false) {
			return 'ask its owner';
		}
		$user = self::user(User::id());
		$name = self::group($group);

		return "become a member of the group $name (as root: " . CommandLine::of(['usermod', '-aG', $name, $user])
			. ', and log in again), or use ' . CommandLine::of(['sudo', '-g', $name]);
	}

	private static function user(int $id): string
	{
		$entry = function_exists('posix_getpwuid') ? posix_getpwuid($id) : false;

		return $entry === false ? self::named('/etc/passwd', $id) : $entry['name'];
	}

	private static function group(int $id): string
	{
		$entry = function_exists('posix_getgrgid') ? posix_getgrgid($id) : false;

		return $entry === false ? self::named('/etc/group', $id) : $entry['name'];
	}

	/** The name of a user or group, read without the extension posix; the number if it has no name. */
	private static function named(string $table, int $id): string
	{
		return preg_match("/^([^:\n]+):[^:\n]*:$id(?::|$)/m", (string) @file_get_contents($table), $found) === 1
			? $found[1] : (string) $id;
	}
}
