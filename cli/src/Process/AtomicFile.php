<?php
declare(strict_types=1);

namespace XHProf\Cli\Process;

use XHProf\Cli\Problem;
use XHProf\Profile;

/**
 * Writes files that are either complete or absent, and that only this user can read, whatever the umask is. If the
 * folder is shared with a group on purpose, by its setgid bit, the group can read them as well. A file that replaces
 * another one of this user keeps its mode.
 *
 * @api
 */
final class AtomicFile
{
	/** The mode bits of a shared folder: setgid, and read and search permission for its group. */
	private const SHARED = 02050;

	/**
	 * Writes a file by its text.
	 *
	 * @param bool $isSynced it also outlives a crash of the system
	 * @param int|null $mode who may read it; null: as above
	 * @throws Problem with the reason; what was written is removed
	 */
	public static function write(string $file, string $text, bool $isSynced = false, ?int $mode = null): void
	{
		self::fill($file, static fn ($stream): bool => @fwrite($stream, $text) === strlen($text), $isSynced, $mode);
	}

	/**
	 * Writes a file by a callback. A device or a pipe is written directly.
	 *
	 * @param callable(resource): bool $fill false: it could not be written. It does not close the file
	 * @throws Problem as write() does, and whatever the callback throws
	 */
	public static function fill(string $file, callable $fill, bool $isSynced = false, ?int $mode = null): void
	{
		self::needOwnLink($file);
		error_clear_last();
		if (file_exists($file) && !is_file($file)) {
			self::fillOpen($file, @fopen($file, 'wb'), $fill, false);
			return;
		}
		// In a folder of other users, a name that they can predict may be a symlink.
		$new = sprintf('%s/.%s.%d-%s.tmp', dirname($file), substr(basename($file), 0, 200), getmypid(),
			bin2hex(random_bytes(4)));
		try {
			self::fillOpen($file, self::create($new, $mode ?? self::mode($file)), $fill, $isSynced);
			if (!@rename($new, $file)) {
				throw self::problem($file);
			}
		} catch (\Throwable $e) {
			@unlink($new);
			throw $e;
		}
		if ($isSynced) {
			self::sync(dirname($file));
		}
	}

	/**
	 * Lets the extension write a run, with the same mode.
	 *
	 * @throws Problem if the name is another user's symlink
	 * @throws \RuntimeException as Profile::export() does
	 */
	public static function export(Profile $profile, string $format, string $file): void
	{
		self::needOwnLink($file);
		$mask = umask(self::mask($file));
		try {
			$profile->export($format, $file);
		} finally {
			umask($mask);
		}
	}

	/**
	 * @param resource|false $stream
	 * @param callable(resource): bool $fill
	 */
	private static function fillOpen(string $file, $stream, callable $fill, bool $isSynced): void
	{
		$isWritten = $stream !== false && $fill($stream) && (!$isSynced || @fsync($stream));
		if ($stream === false || !@fclose($stream) || !$isWritten) {
			throw self::problem($file);
		}
	}

	/**
	 * Creates the file with its mode at once: in a folder of another user, its name may mean another file later.
	 *
	 * @return resource|false
	 */
	private static function create(string $file, int $mode)
	{
		$mask = umask(~$mode & 0777);
		$stream = @fopen($file, 'xb');
		umask($mask);

		return $stream;
	}

	/** The umask with which a new file of this name gets its mode. */
	public static function mask(string $file): int
	{
		return ~self::mode($file) & 0777;
	}

	private static function mode(string $file): int
	{
		$old = @lstat($file);
		if ($old !== false && RegularFile::is($old) && $old['uid'] === User::id()) {
			return $old['mode'] & 0777;
		}
		$folder = @stat(dirname($file));

		return $folder !== false && ($folder['mode'] & self::SHARED) === self::SHARED ? 0640 : 0600;
	}

	/** @throws Problem for a symlink of another user, who could lead what is written to a device or a pipe anywhere */
	public static function needOwnLink(string $file): void
	{
		$link = is_link($file) ? @lstat($file) : false;
		if ($link !== false && !in_array($link['uid'], [User::id(), 0, -1], true)) {
			throw new Problem("could not write $file: it is a symlink of another user, with the id $link[uid]",
				'give the name of the file that it points to');
		}
		// For example /dev/stdout, which all programs of the system use: if it leads to a regular file, the rename
		// would replace the symlink itself.
		if ($link !== false && is_file($file) && str_starts_with((string) readlink($file), '/proc/')) {
			throw new Problem("could not write $file: it is an open file of a process", 'give the name of that file');
		}
	}

	/** Makes the names in a folder outlive a crash of the system, if the system can do that. */
	public static function sync(string $folder): void
	{
		$stream = @fopen($folder, 'rb');
		if ($stream !== false) {
			@fsync($stream);
			fclose($stream);
		}
	}

	private static function problem(string $file): Problem
	{
		$reason = (string) preg_replace(['/^.*?\): /s', '/^.*errno=\d+ /s'], '',
			error_get_last()['message'] ?? 'no room');

		return new Problem("could not write $file: $reason");
	}
}
