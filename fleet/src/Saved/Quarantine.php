<?php
declare(strict_types=1);

namespace XHProf\Fleet\Saved;

use XHProf\Cli\Problem;
use XHProf\Cli\Process\AtomicFile;
use XHProf\Cli\Process\Glob;
use XHProf\Cli\Process\RegularFile;

/**
 * A folder of files that nobody takes, for people to look at, such as damaged runs and refused batches. It keeps the
 * newest. Beside FILE.batch, FILE.txt has the reason.
 */
final class Quarantine
{
	/** Of saved runs, whose number and size depend on their senders. */
	private const MOST_FILES = 100;
	private const MOST_BYTES = 64 << 20;

	/** @param string $pattern the files that count */
	public function __construct(private readonly string $path, private readonly int $mostBytes = self::MOST_BYTES,
		private readonly int $mostFiles = self::MOST_FILES, private readonly string $pattern = '*')
	{
	}

	/**
	 * Moves a file into the quarantine. If it is not a regular file or cannot be moved, it stays where it is.
	 *
	 * @param string $in a folder there, "/NAME"
	 * @return bool true: it was moved
	 */
	public function take(string $file, string $in = '', string $reason = ''): bool
	{
		clearstatcache();
		$target = "$this->path$in/" . basename($file);
		if (!is_dir(dirname($target)) && !@mkdir(dirname($target), 0700, true)) {
			return false;
		}
		[$from, $folder] = [@lstat($file), @stat(dirname($target))];
		$isTaken = $from !== false && $folder !== false && ($from['dev'] === $folder['dev']
			? RegularFile::is($from) && @rename($file, $target)
			: $this->copy($file, $target));
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
			if ($reason !== '') {
				@file_put_contents(self::reasonOf($target), $reason);
			}
			$this->sweep();
		}

		return true;
	}

	/** The file with the reason why this one is here. */
	public static function reasonOf(string $file): string
	{
		return preg_replace('/\.batch$/D', '', $file) . '.txt';
	}

	public function bytes(): int
	{
		return (int) array_sum(array_column($this->files(), 2));
	}

	/**
	 * Moves a file to another file system. rename() would follow a symlink then, for example to a device that never
	 * ends.
	 */
	private function copy(string $file, string $target): bool
	{
		try {
			$source = RegularFile::open($file);
			$size = fstat($source)['size'] ?? 0;
			AtomicFile::fill($target, fn ($copy): bool => $size <= $this->mostBytes
				&& @stream_copy_to_stream($source, $copy, $size) === $size);
		} catch (Problem | \RuntimeException) {
			return false;
		}

		return @unlink($file);
	}

	private function sweep(): void
	{
		// What copy() left when it was killed, as only one agent has this folder.
		array_map(static fn (string $file): bool => @unlink($file), Glob::in($this->path, '.*.tmp'));
		$count = $bytes = 0;
		foreach ($this->files() as $file => [, , $size]) {
			$bytes += $size;
			if (++$count > $this->mostFiles || $bytes > $this->mostBytes) {
				@unlink($file);
				@unlink(self::reasonOf($file));
			}
		}
	}

	/** @return array<string, array{int, string, int}> time, name and bytes by path, the newest first */
	private function files(): array
	{
		$files = [];
		foreach (Glob::in($this->path, $this->pattern) as $file) {
			$status = @lstat($file);
			$files[$file] = [$status['mtime'] ?? 0, basename($file), $status['size'] ?? 0];
		}
		arsort($files);

		return $files;
	}
}
