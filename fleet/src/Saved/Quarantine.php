<?php
declare(strict_types=1);

namespace XHProf\Fleet\Saved;

use XHProf\Cli\Problem;
use XHProf\Cli\Process\RegularFile;

/** A folder of damaged files, for people to look at. It keeps the newest, at most 100 files and 64 MiB together. */
final class Quarantine
{
	private const MOST_FILES = 100;
	private const MOST_BYTES = 64 << 20;

	public function __construct(private readonly string $path)
	{
	}

	/**
	 * Moves a file into the quarantine. If it is not a regular file or cannot be moved, it stays where it is.
	 *
	 * @return bool true: it was moved
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
		// The quarantine is the agent's own folder, but the file came from another one, whose owner may have replaced
		// it by a symlink meanwhile: touch() would then create the file that the symlink names.
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

	/**
	 * Moves a file to another file system. rename() would follow a symlink then, for example to a device that never
	 * ends.
	 */
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
		$isWhole = $copy !== false && $size <= self::MOST_BYTES
			&& @stream_copy_to_stream($source, $copy, $size) === $size && @fclose($copy);
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
