<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet;

use XHProf\Cli\Problem;

/** Files that are complete or not there. */
final class AtomicFile
{
	/**
	 * @param bool $isSynced it also outlives a crash of the system
	 * @param int $mode who may read it; set when it is made, as in a folder of another user its name may mean another file later
	 * @throws Problem with the reason; what was written is removed
	 */
	public static function write(string $file, string $text, bool $isSynced = false, int $mode = 0600): void
	{
		$temporary = dirname($file) . '/.' . basename($file) . '.' . getmypid() . '.tmp';
		// In a folder of others there may be a symlink of that name.
		@unlink($temporary);
		error_clear_last();
		$mask = umask(~$mode & 0777);
		$stream = @fopen($temporary, 'xb');
		umask($mask);
		$isWritten = $stream !== false && @fwrite($stream, $text) === strlen($text) && (!$isSynced || @fsync($stream));
		if ($stream === false || !@fclose($stream) || !$isWritten || !@rename($temporary, $file)) {
			$reason = (string) preg_replace(['/^.*?\): /s', '/^.*errno=\d+ /s'], '', error_get_last()['message'] ?? 'no room');
			@unlink($temporary);
			throw new Problem("could not write $file: $reason");
		}
		if ($isSynced) {
			self::sync(dirname($file));
		}
	}

	/** The names in a folder outlive a crash of the system, where it can do that. */
	public static function sync(string $folder): void
	{
		$stream = @fopen($folder, 'rb');
		if ($stream !== false) {
			@fsync($stream);
			fclose($stream);
		}
	}
}
