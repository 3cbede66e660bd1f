<?php
declare(strict_types=1);

namespace XHProf\Cli\Process;

use XHProf\Cli\Problem;

/**
 * Files in folders of others, who may put a symlink, a pipe or a file of someone else in the place of one at any
 * moment.
 *
 * @api
 */
final class RegularFile
{
	/** The kind of a file in its mode, as lstat() has it, and that of regular ones. */
	private const TYPE = 0170000;
	private const REGULAR = 0100000;

	/**
	 * Opens a file to read it. Does not wait, whatever it is.
	 *
	 * @param int|null $owner whose it must be, a user's number; null: anyone's
	 * @return resource of the regular file that has this name now
	 * @throws Problem if it is none
	 * @throws \RuntimeException if it cannot be opened
	 */
	public static function open(string $file, ?int $owner = null)
	{
		// "n": opening a pipe does not wait.
		$stream = @fopen($file, 'rnb');
		if ($stream === false) {
			throw new \RuntimeException('it cannot be opened'
				. (strrchr(error_get_last()['message'] ?? '', ':') ?: ''));
		}
		[$opened, $named] = [fstat($stream), @lstat($file)];
		if ($opened === false || $named === false || !self::is($opened)
			|| [$opened['dev'], $opened['ino']] !== [$named['dev'], $named['ino']]
			|| ($owner !== null && $opened['uid'] !== $owner)) {
			throw new Problem('it is not a regular file' . ($owner === null ? '' : ' of its user'));
		}

		return $stream;
	}

	/**
	 * The start of a file of this name, or of the one that a symlink names, unless a user leads this one to somebody
	 * else's file.
	 *
	 * @return string "" if it is not read
	 */
	public static function start(string $file, int $mostBytes): string
	{
		$stream = @fopen($file, 'rnb');
		[$opened, $named] = [$stream === false ? false : fstat($stream), @lstat($file)];
		$isOwn = $opened !== false && $named !== false && self::is($opened)
			&& in_array($named['uid'], [$opened['uid'], User::id(), 0], true);

		return $stream === false || !$isOwn ? '' : (string) stream_get_contents($stream, $mostBytes);
	}

	/** @param array<int|string, int> $status of any file, as lstat() and fstat() have it */
	public static function is(array $status): bool
	{
		return ($status['mode'] & self::TYPE) === self::REGULAR;
	}
}
