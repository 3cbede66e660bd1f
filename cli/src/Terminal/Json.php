<?php
declare(strict_types=1);

namespace XHProf\Cli\Terminal;

use XHProf\Cli\JsonName;

/**
 * The output of --json.
 *
 * @api
 */
final class Json
{
	/**
	 * Adds the schema and its version, 1. New keys may come with the same version.
	 *
	 * @param array<string, mixed> $data with names of any bytes
	 * @return string one object, and a line break
	 * @throws \JsonException if it cannot be JSON, as INF
	 */
	public static function encode(string $command, array $data, int $flags = JSON_PRETTY_PRINT): string
	{
		return JsonName::encode(['schema' => "xhprof-$command", 'version' => 1] + $data,
			$flags | JSON_PRESERVE_ZERO_FRACTION) . "\n";
	}
}
