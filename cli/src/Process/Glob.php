<?php
declare(strict_types=1);

namespace XHProf\Cli\Process;

/**
 * Patterns below a folder whose own name may hold "*", "?" or "[".
 *
 * @api
 */
final class Glob
{
	/**
	 * @param string $pattern as that of glob(), below the folder
	 * @param int $flags as those of glob()
	 * @return list<string> paths that begin with the folder; empty also if it cannot be read
	 */
	public static function in(string $folder, string $pattern, int $flags = 0): array
	{
		return glob((DIRECTORY_SEPARATOR === '/' ? addcslashes($folder, '\\*?[') : $folder) . "/$pattern", $flags)
			?: [];
	}
}
