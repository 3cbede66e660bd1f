<?php
declare(strict_types=1);

namespace XHProf\Cli\Process;

use XHProf\Cli\Problem;

/**
 * The folders whose files may be shown to a coding agent, or in a page that others read. Patterns, symlinks and the
 * names in a run can lead anywhere, so each file is checked by its real path when it is opened.
 */
final class Reach
{
	/**
	 * The environment variable with a command's folders as JSON. Without it, a command reads what its user can read.
	 */
	public const NAME = 'XHPROF_REACH';

	/**
	 * @param list<string> $places folders; "FOLDER/START*" are the files of this user in that folder alone whose names
	 *     start so
	 */
	public function __construct(public readonly array $places)
	{
	}

	/** Null: everywhere. */
	public static function ofEnvironment(): ?self
	{
		$places = json_decode((string) getenv(self::NAME), true);

		return getenv(self::NAME) === false ? null
			: new self(is_array($places) ? array_values(array_filter($places, is_string(...))) : []);
	}

	/**
	 * The real path of a file or folder that this command is to read; a name that means none is left to whoever opens
	 * it.
	 *
	 * @throws Problem if it is elsewhere
	 */
	public static function need(string $path): string
	{
		$reach = self::ofEnvironment();
		if ($reach === null || !file_exists($path)) {
			return $path;
		}

		return $reach->has($path) ? (string) realpath($path) : throw $reach->problem($path);
	}

	public function has(string $path): bool
	{
		clearstatcache(true); // PHP remembers real paths for minutes
		$real = realpath($path);
		$has = static fn (string $place): bool => $real !== false && (str_ends_with($place, '*')
			? self::isOwn($real, $place) : self::isBelow($real, (string) realpath($place)));

		return array_filter($this->places, $has) !== [];
	}

	public function problem(string $name): Problem
	{
		$folders = array_filter($this->places, static fn (string $place): bool => !str_ends_with($place, '*'));

		return new Problem("$name is outside the folders of this server: " . implode(', ', $folders),
			'start xhprof mcp with other folders');
	}

	private static function isBelow(string $real, string $folder): bool
	{
		return $folder !== '' && ($real === $folder || str_starts_with($real, rtrim($folder, '/') . '/'));
	}

	private static function isOwn(string $real, string $place): bool
	{
		return dirname($real) === realpath(dirname($place)) && str_starts_with(basename($real), basename($place, '*'))
			&& is_file($real) && @fileowner($real) === User::id();
	}
}
