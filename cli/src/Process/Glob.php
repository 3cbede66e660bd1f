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
	/** @return list<string> */
	public static function in(string $folder, string $pattern, int $flags = 0): array
	{
		return glob((DIRECTORY_SEPARATOR === '/' ? addcslashes($folder, '\\*?[') : $folder) . "/$pattern", $flags)
			?: [];
	}
}
