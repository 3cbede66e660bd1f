<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet\Saved;

use XHProf\Cli\Problem;
use XHProf\Cli\Process\RegularFile;

/** A folder of damaged files, for people to look at: the newest, at most 100 of together 64 MiB. */
final class Quarantine
{
	private const MOST_FILES = 100;
	private const MOST_BYTES = 64 << 20;

	public function __construct(private readonly string $path)
	{
	}

	/**
	 * Moves the file there. What is no file, or cannot be moved, stays where it is.
	 *
	 * @return bool it is moved
	 */
	public function take(string $file): bool
	{
		clearstatcache();
		if (!is_dir($this->path) && !@mkdir($this->path, 0700, true)) {
			return false;
		}
		$target = "$this->path/" . basename($file);
		[$from, $folder] = [@lstat($file), @stat($this->path)];
		$isTaken = $from !== false && $folder !== false && ($from['dev'] === $folder['dev']
			? RegularFile::is($from) && @rename($file, $target)
			: self::copy($file, $target));
		if (!$isTaken) {
			return false;
		}
		// The folder is the agent's own, unlike that of the file, whose user may have put a symlink there meanwhile: touch() would
		// make the file that it names.
		clearstatcache();
		$to = @lstat($target);
		if ($to !== false && !RegularFile::is($to)) {
			@unlink($target);
		} else {
			@touch($target);
			$this->sweep();
		}

		return true;
	}

	/** To another file system. rename() would follow a symlink there, as to a device without end. */
	private static function copy(string $file, string $target): bool
	{
		try {
			$source = RegularFile::open($file);
		} catch (Problem | \RuntimeException) {
			return false;
		}
		@unlink($target);
		$copy = @fopen($target, 'xb');
		$size = fstat($source)['size'] ?? 0;
		$isWhole = $copy !== false && $size <= self::MOST_BYTES && @stream_copy_to_stream($source, $copy, $size) === $size && @fclose($copy);
		if (!$isWhole) {
			@unlink($target);
		}

		return $isWhole && @unlink($file);
	}

	private function sweep(): void
	{
		$files = [];
		foreach (scandir($this->path) ?: [] as $name) {
			$status = @lstat("$this->path/$name");
			if ($status !== false && is_file("$this->path/$name")) {
				$files[$name] = [$status['mtime'], $status['size']];
			}
		}
		arsort($files);
		$count = $bytes = 0;
		foreach ($files as $name => [, $size]) {
			$bytes += $size;
			if (++$count > self::MOST_FILES || $bytes > self::MOST_BYTES) {
				@unlink("$this->path/$name");
			}
		}
	}
}
