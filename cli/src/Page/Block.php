<?php
declare(strict_types=1);

namespace XHProf\Cli\Page;

use XHProf\Cli\JsonName;

/** Blocks of data in a page, coded as format/html.c codes them: docs/report-format.md. */
final class Block
{
	/** "gzip", or "plain" where PHP has no zlib. */
	public static function coding(): string
	{
		return function_exists('gzencode') && function_exists('gzdecode') ? 'gzip' : 'plain';
	}

	public static function encode(string $bytes, ?string $coding = null): string
	{
		return base64_encode(($coding ?? self::coding()) === 'gzip' ? (string) gzencode($bytes, 6) : $bytes);
	}

	/** @param mixed $data */
	public static function json(mixed $data): string
	{
		return self::encode(JsonName::encode($data));
	}
}
