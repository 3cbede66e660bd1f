<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

use XHProf\Cli\Problem;

/**
 * The content of a file, unpacked if it is gzip. A small file may be a decompression bomb, so it is unpacked in parts,
 * up to the limit.
 */
final class Packed
{
	private const MAGIC = "\x1f\x8b";

	/** The packed bytes that are unpacked at once. They become at most a thousand times as long. */
	private const PART = 1 << 16;
	private const READ = 1 << 20;

	public static function text(string $file, int $limit): string
	{
		$bytes = self::read($file, $limit + 1);
		$text = str_starts_with($bytes, self::MAGIC) ? self::unpack($bytes, $limit) : $bytes;

		return strlen($text) <= $limit ? $text : throw LoadLimit::exceeded();
	}

	/**
	 * Reads at most this many bytes: not by file_get_contents(), which takes all the memory first, and not until
	 * feof(), which a damaged file never reaches.
	 */
	public static function read(string $file, int $most): string
	{
		$stream = @fopen($file, 'rb');
		$bytes = '';
		while ($stream !== false && strlen($bytes) < $most
			&& ($part = (string) @fread($stream, max(1, min($most - strlen($bytes), self::READ)))) !== '') {
			$bytes .= $part;
		}

		return $bytes;
	}

	private static function unpack(string $bytes, int $limit): string
	{
		if (!function_exists('inflate_init')) {
			throw new Problem('it is compressed with gzip, but this PHP has no zlib', 'gunzip unpacks it');
		}
		$packed = inflate_init(ZLIB_ENCODING_GZIP);
		$text = '';
		for ($at = 0; $packed !== false && $at < strlen($bytes) && strlen($text) <= $limit; $at += self::PART) {
			$part = @inflate_add($packed, substr($bytes, $at, self::PART));
			if ($part === false) {
				break;
			}
			$text .= $part;
			if (inflate_get_status($packed) === ZLIB_STREAM_END) {
				return $text;
			}
		}

		return strlen($text) > $limit ? $text : throw new Problem('it is damaged or incomplete');
	}
}
