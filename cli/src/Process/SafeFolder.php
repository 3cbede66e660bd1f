<?php
declare(strict_types=1);

namespace XHProf\Cli\Process;

use XHProf\Cli\Problem;

/**
 * Folders in which only this user and root can replace a file or a folder of this user. PHP has no openat(), so a path
 * is only as safe as each folder on it.
 *
 * @api
 */
final class SafeFolder
{
	private const OTHERS_WRITE = 0002;
	private const GROUP_WRITES = 0020;
	private const STICKY = 01000;

	/** More folders and symlinks than any path has. The bound ends loops of symlinks. */
	private const MOST_ON_WAY = 1000;

	/**
	 * Places for temporary files if the usual one is not safe, for example if it is a container's volume that is open
	 * to everybody.
	 */
	private const PLACES = ['/dev/shm', '/var/tmp'];

	/** The file type in a mode, as lstat() returns it, and the type of a folder. */
	private const TYPE = 0170000;
	private const FOLDER = 0040000;

	/**
	 * Why other users could replace files in the folder; "": they cannot, or this system does not report owners.
	 *
	 * @param int|null $owner of the folder, if it is open and its files are used below that: then this user may write
	 *     to it, and lead to it
	 */
	public static function problem(string $path, ?int $owner = null): string
	{
		if (User::id() === -1) {
			return '';
		}
		clearstatcache();
		// In a user namespace, root's files may have another uid.
		$trusted = [User::id(), 0, @fileowner('/'), ...($owner === null ? [] : [$owner])];
		$way = self::way($path);
		foreach ($way as $i => $one) {
			$problem = self::problemOf($one, $trusted, $owner !== null && $i === count($way) - 1);
			if ($problem !== '') {
				return $problem;
			}
		}

		return '';
	}

	/**
	 * The path to a folder. Whoever can replace a part of it can lead to another folder.
	 *
	 * @return list<string> each folder and each symlink on the way to a folder, and it
	 */
	private static function way(string $path): array
	{
		$names = explode('/', str_starts_with($path, '/') ? $path : getcwd() . "/$path");
		[$way, $at] = [['/'], ''];
		while (($name = array_shift($names)) !== null) {
			if ($name === '..') {
				$at = rtrim(dirname("$at/"), '/');
			} elseif ($name !== '' && $name !== '.') {
				$way[] = $at .= "/$name";
				$link = count($way) < self::MOST_ON_WAY && is_link($at) ? (string) @readlink($at) : '';
				$names = $link === '' ? $names : [...explode('/', $link), ...$names];
				$at = $link === '' ? $at : (str_starts_with($link, '/') ? '' : rtrim(dirname($at), '/'));
			}
		}

		return $way;
	}

	/** @param list<int|false> $trusted users */
	private static function problemOf(string $path, array $trusted, bool $isOpen): string
	{
		$status = @lstat($path);
		if ($status === false) {
			return "there is no $path";
		}
		if (!in_array($status['uid'], $trusted, true)) {
			return "$path belongs to another user, with the id $status[uid]";
		}
		if ($isOpen || ($status['mode'] & self::TYPE) !== self::FOLDER || ($status['mode'] & self::STICKY) !== 0) {
			return '';
		}
		if (($status['mode'] & self::OTHERS_WRITE) !== 0) {
			return "everybody can rename files in $path";
		}

		// Root's group is trusted like root. It is not known whether another group has members besides this user.
		return ($status['mode'] & self::GROUP_WRITES) !== 0 && $status['gid'] !== 0
			? "the group with the id $status[gid] can rename files in $path" : '';
	}

	/** True for a folder of this user that nobody else can access. If it is in a safe folder, nobody can replace it. */
	public static function isPrivate(string $folder): bool
	{
		$status = @lstat($folder);

		return $status !== false && ($status['mode'] & self::TYPE) === self::FOLDER && $status['uid'] === User::id()
			&& ($status['mode'] & 0077) === 0;
	}

	/**
	 * A new folder for temporary files, which only this user can read.
	 *
	 * @param string $name what its name begins with
	 * @param string $place where it is best; else where temporary files are
	 * @return string its path, without symlinks. The caller removes it by remove()
	 * @throws Problem if there is no safe place for it
	 */
	public static function make(string $name, string $place = ''): string
	{
		$places = array_filter([$place, sys_get_temp_dir(), ...self::PLACES],
			static fn (string $one): bool => $one !== '' && is_writable($one));
		$safe = array_values(array_filter($places, static fn (string $one): bool => self::problem($one) === ''));
		if ($safe === []) {
			$why = $places === [] ? sys_get_temp_dir() . ' is not writable'
				: self::problem((string) reset($places));
			throw new Problem("no folder for temporary files can be used: $why",
				'set TMPDIR to a writable folder in which others cannot rename your files');
		}
		$folder = realpath($safe[0]) . "/$name" . bin2hex(random_bytes(8));
		if (!@mkdir($folder, 0700)) {
			throw new Problem("could not make the folder $folder", 'set TMPDIR to a writable folder');
		}

		return $folder;
	}

	/** Removes a folder with its files. It has no folders. */
	public static function remove(string $folder): void
	{
		foreach (@scandir($folder) ?: [] as $name) {
			@unlink("$folder/$name");
		}
		@rmdir($folder);
	}
}
