<?php
declare(strict_types=1);

namespace XHProf\Cli\Run;

use XHProf\Cli\Problem;
use XHProf\Profile;

/** Files that hold the classic array: serialized by xhprof_lib and the format xhprof, or a line for XHGui. */
final class PairsFile
{
	private const SERIALIZED = 'a:';
	private const XHGUI = '{"profile":';

	/** An array of rows. */
	private const SERIALIZED_DEPTH = 2;
	private const XHGUI_DEPTH = 128;

	/** True if the file begins like one. */
	public static function is(string $file): bool
	{
		$start = self::text($file, strlen(self::XHGUI));

		return str_starts_with($start, self::SERIALIZED) || $start === self::XHGUI;
	}

	/** @throws Problem that says what is wrong, as "it is damaged" */
	public static function load(string $file, int $mostBytes): Profile
	{
		$text = self::text($file, $mostBytes + 1);
		if (strlen($text) > $mostBytes) {
			throw new Problem('it takes more memory than xhprof.max_load_bytes allows');
		}
		[$pairs, $meta] = str_starts_with($text, self::SERIALIZED)
			? [self::unserialize($text), null] : self::decode($text);
		try {
			return Profile::fromPairs($pairs, $meta);
		} catch (\TypeError | \ValueError $e) {
			// "XHProf\Profile::fromPairs(): Argument #1 ($pairs) must have ..."
			throw new Problem((string) preg_replace(['/^.*?\(\$pairs\)/', '/^.*?\(\$meta\)/'], ['its array', 'its "meta"'], $e->getMessage()));
		}
	}

	/** Unpacks what is packed by gzip. */
	public static function text(string $file, int $mostBytes): string
	{
		$wrapper = in_array('compress.zlib', stream_get_wrappers(), true) ? 'compress.zlib://' : '';

		$stream = @fopen($wrapper . $file, 'rb');
		$text = '';
		// Not file_get_contents(), which takes all memory first; nor until feof(), which a damaged file never is.
		while ($stream !== false && strlen($text) < $mostBytes) {
			$part = (string) @fread($stream, max(1, min($mostBytes - strlen($text), 1 << 20)));
			if ($part === '') {
				break;
			}
			$text .= $part;
		}

		return $text;
	}

	/** @return array<mixed> */
	private static function unserialize(string $text): array
	{
		$pairs = @unserialize($text, ['allowed_classes' => false, 'max_depth' => self::SERIALIZED_DEPTH]);

		return is_array($pairs) ? $pairs : throw new Problem('it is damaged, or more than an array of arrays');
	}

	/** @return array{array<mixed>, array<mixed>} */
	private static function decode(string $line): array
	{
		if (str_contains(rtrim($line, "\r\n\t "), "\n")) {
			throw new Problem('it has more than one line, that is more than one run');
		}
		$envelope = json_decode($line, true, self::XHGUI_DEPTH) ?? throw new Problem('it is damaged');
		if (!is_array($envelope) || !is_array($envelope['profile'] ?? null) || !is_array($envelope['meta'] ?? null)) {
			throw new Problem('it has no arrays "profile" and "meta"');
		}

		return [$envelope['profile'], $envelope['meta']];
	}
}
