<?php
declare(strict_types=1);

namespace XHProf\Cli\Page;

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
		return self::encode(json_encode($data,
			JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR));
	}

	/** A name as the page has it: one that is not UTF-8 is read as Latin-1. */
	public static function text(string $name): string
	{
		return preg_match('//u', $name) === 1 ? $name : (string) preg_replace_callback('/[\x80-\xFF]/',
			static fn (array $byte): string => chr(0xC0 | ord($byte[0]) >> 6) . chr(0x80 | ord($byte[0]) & 0x3F),
			$name);
	}
}
