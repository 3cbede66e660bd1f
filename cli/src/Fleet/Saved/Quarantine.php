<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet\Saved;

/** A folder of damaged files, for people to look at: the newest, at most 100 of together 64 MiB. */
final class Quarantine
{
	private const MOST_FILES = 100;
	private const MOST_BYTES = 64 << 20;

	public function __construct(private readonly string $path)
	{
	}

	/** Moves the file there. If that fails it stays where it is. */
	public function take(string $file): void
	{
		if (is_dir($this->path) || @mkdir($this->path, 0700, true)) {
			$target = "$this->path/" . basename($file);
			if (@rename($file, $target)) {
				@touch($target);
				$this->sweep();
			}
		}
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
