<?php
declare(strict_types=1);

namespace XHProf\Cli\Process;

use XHProf\Cli\Problem;

/**
 * Folders in which nobody but this user and root can put another file or folder in the place of one that is this user's. PHP has no
 * openat(): a path is as safe as each folder on its way.
 */
final class SafeFolder
{
	private const OTHERS_WRITE = 0002;
	private const GROUP_WRITES = 0020;
	private const STICKY = 01000;

	/** Where that of temporary files will not do: as a volume of a container it may be open to everybody. */
	private const PLACES = ['/dev/shm', '/var/tmp'];

	/** Of modes, as lstat() has them. */
	private const TYPE = 0170000;
	private const FOLDER = 0040000;

	/** Why others could do that; "": they cannot, or this system does not say who owns what. */
	public static function problem(string $path): string
	{
		$folder = realpath($path);
		// In a namespace of users root's files may have another number there.
		$trusted = [User::id(), 0, @fileowner('/')];
		while ($folder !== false && User::id() !== -1) {
			$status = @lstat($folder);
			if ($status === false || !in_array($status['uid'], $trusted, true)) {
				return "$folder is another user's" . ($status === false ? '' : ", number $status[uid]");
			}
			$isSticky = ($status['mode'] & self::STICKY) !== 0;
			if (!$isSticky && ($status['mode'] & self::OTHERS_WRITE) !== 0) {
				return "everybody can rename what lies in $folder";
			}
			// Root's group is as good as root. Nothing tells whether another group has more members than this user.
			if (!$isSticky && ($status['mode'] & self::GROUP_WRITES) !== 0 && $status['gid'] !== 0) {
				return "the group number $status[gid] can rename what lies in $folder";
			}
			$folder = $folder === dirname($folder) ? false : dirname($folder);
		}

		return '';
	}

	/** True for a folder of this user that no other can look into; in a safe folder nobody can swap it. */
	public static function isPrivate(string $folder): bool
	{
		$status = @lstat($folder);

		return $status !== false && ($status['mode'] & self::TYPE) === self::FOLDER && $status['uid'] === User::id() && ($status['mode'] & 0077) === 0;
	}

	/**
	 * A new folder for temporary files, which only this user can read.
	 *
	 * @param string $name what its name begins with
	 * @param string $place where it is best; else where temporary files are
	 */
	public static function make(string $name, string $place = ''): string
	{
		$places = array_filter([$place, sys_get_temp_dir(), ...self::PLACES], static fn (string $one): bool => $one !== '' && is_writable($one));
		$safe = array_values(array_filter($places, static fn (string $one): bool => self::problem($one) === ''));
		if ($safe === []) {
			$why = $places === [] ? sys_get_temp_dir() . ' is not writable for you' : self::problem((string) reset($places));
			throw new Problem("there is no folder for temporary files: $why", 'set TMPDIR to a folder where you may write, and others cannot rename what is yours');
		}
		$folder = realpath($safe[0]) . "/$name" . bin2hex(random_bytes(8));
		if (!@mkdir($folder, 0700)) {
			throw new Problem("could not make the folder $folder", 'set TMPDIR to a folder where you may write');
		}

		return $folder;
	}

	/**
	 * Removes a file by its path. Root leaves it where another user can lead that path to another file: its owner removes it.
	 *
	 * @return bool false: it is still there
	 */
	public static function unlink(string $file): bool
	{
		return (User::id() !== 0 || self::problem(dirname($file)) === '') && @unlink($file);
	}

	/** With its files: it has no folders. */
	public static function remove(string $folder): void
	{
		foreach (@scandir($folder) ?: [] as $name) {
			@unlink("$folder/$name");
		}
		@rmdir($folder);
	}
}
