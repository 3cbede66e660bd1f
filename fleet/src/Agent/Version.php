<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

use XHProf\Cli\Problem;
use XHProf\Cli\Process\RegularFile;

/**
 * The version of the program that the processes run: a fixed word, or one that is read from a file again and again, as
 * a deployment changes it.
 */
final class Version
{
	private const READ_S = 5.0;
	private const COMMIT_DIGITS = 12;
	private const MOST_BYTES = 1 << 20;

	private float $readAt = -INF;

	private function __construct(private string $text, private readonly string $path)
	{
	}

	public static function fixed(string $text): self
	{
		return new self($text, '');
	}

	/** @param string $path composer.json, a file with the version, or the folder of a git checkout */
	public static function from(string $path): self
	{
		$version = new self('', $path);

		return $version->text() !== '' ? $version
			: throw new Problem("$path: no version was found", '--version-from takes a composer.json with "version", '
				. 'a file whose first line it is, or the folder of a git checkout');
	}

	/** The current version. While a deployment replaces the files, it is still the previous one. */
	public function text(): string
	{
		$now = hrtime(true) / 1e9;
		if ($this->path !== '' && $now - $this->readAt >= self::READ_S) {
			$this->readAt = $now;
			clearstatcache(true);
			$text = is_dir($this->path) ? self::commit($this->path) : self::ofFile($this->path);
			$this->text = $text === '' ? $this->text : $text;
		}

		return $this->text;
	}

	private static function ofFile(string $file): string
	{
		$text = self::read($file);
		if (!str_ends_with($file, '.json')) {
			return trim((string) strtok($text, "\r\n"));
		}
		$data = json_decode($text, true);

		return is_array($data) && is_string($data['version'] ?? null) ? $data['version'] : '';
	}

	private static function commit(string $folder): string
	{
		$git = "$folder/.git";
		if (is_file($git) && preg_match('/^gitdir: (.+)$/m', self::read($git), $found) === 1) {
			$git = str_starts_with($found[1], '/') ? $found[1] : "$folder/$found[1]";
		}
		$common = is_file("$git/commondir") ? "$git/" . trim(self::read("$git/commondir")) : $git;
		$head = trim(self::read("$git/HEAD"));
		if (preg_match('~^ref: (refs/[\w./+@-]+)$~D', $head, $found) === 1 && !str_contains($found[1], '..')) {
			$head = trim(self::read("$common/$found[1]"))
				?: (preg_match('~^([0-9a-f]{40,64}) ' . preg_quote($found[1], '~') . '$~m',
					self::read("$common/packed-refs"), $packed) === 1 ? $packed[1] : '');
		}

		return preg_match('/^[0-9a-f]{40,64}$/D', $head) === 1 ? substr($head, 0, self::COMMIT_DIGITS) : '';
	}

	private static function read(string $file): string
	{
		return RegularFile::start($file, self::MOST_BYTES);
	}
}
