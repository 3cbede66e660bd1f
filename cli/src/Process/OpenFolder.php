<?php
declare(strict_types=1);

namespace XHProf\Cli\Process;

/**
 * A folder that stays open: its files are used through its descriptor, even if another user later leads its name
 * elsewhere. PHP has no openat(), but Linux has a path for each descriptor. On other systems, files are used by the
 * folder's name.
 *
 * @api
 */
final class OpenFolder
{
	private const DESCRIPTORS = '/proc/self/fd';

	private string $problem = '';

	/**
	 * @param string $path its files lie below that
	 * @param resource $stream it is open as long as this is
	 */
	private function __construct(private readonly string $name, public readonly string $path,
		private readonly mixed $stream)
	{
	}

	/** Opens a folder; null: it cannot be opened, and error_get_last() says why. */
	public static function of(string $name): ?self
	{
		$before = self::numbers();
		$stream = @opendir($name); // unlike fopen() it opens no device
		if ($stream === false) {
			return null;
		}
		$isFolder = static fn (string $number): bool => is_dir(self::DESCRIPTORS . "/$number");
		$new = array_values(array_filter(array_diff(self::numbers(), $before), $isFolder));

		$folder = new self($name, count($new) === 1 ? self::DESCRIPTORS . "/$new[0]" : $name, $stream);
		$folder->problem = $folder->find();

		return $folder;
	}

	/** @return list<string> of open files. The one by which they are listed is closed again. */
	private static function numbers(): array
	{
		$numbers = @scandir(self::DESCRIPTORS) ?: [];
		clearstatcache();

		return array_values(array_filter($numbers,
			static fn (string $number): bool => is_link(self::DESCRIPTORS . "/$number")));
	}

	/** @return \Generator<int, string> of all that lies in it, with "." and ".."; one at a time can be read */
	public function names(): \Generator
	{
		rewinddir($this->stream);
		while (($name = readdir($this->stream)) !== false) {
			yield $name;
		}
	}

	/**
	 * Why another user could have led root to a folder that does not belong to that user; "": nobody could, or this
	 * user is not root.
	 */
	public function problem(): string
	{
		return $this->problem;
	}

	/**
	 * Must be called while the name still leads to this folder, because the path to another folder says nothing about
	 * it.
	 */
	private function find(): string
	{
		if (User::id() !== 0) {
			return '';
		}
		clearstatcache();
		$owner = $this->path === $this->name ? false : @fileowner($this->path);
		$problem = SafeFolder::problem($this->name, $owner === false ? null : $owner);
		[$open, $named] = [@stat($this->path), @stat($this->name)];
		$isSame = $open !== false && $named !== false
			&& [$open['dev'], $open['ino']] === [$named['dev'], $named['ino']];

		return $problem !== '' || $isSame ? $problem : "$this->name was replaced meanwhile";
	}

	/** @return bool false: it is still there */
	public function unlink(string $file): bool
	{
		return @unlink("$this->path/$file");
	}

	/**
	 * Removes a file. Root leaves it alone if another user could have led its path to a file that does not belong to
	 * that user.
	 *
	 * @return bool false: it is still there
	 */
	public static function unlinkPath(string $file): bool
	{
		$folder = self::of(dirname($file));

		return $folder !== null && $folder->problem() === '' && $folder->unlink(basename($file));
	}
}
