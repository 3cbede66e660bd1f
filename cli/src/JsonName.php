<?php
declare(strict_types=1);

namespace XHProf\Cli;

/** Names of functions in JSON: one that is no UTF-8 is {"latin1": ...}, each of its bytes a character. */
final class JsonName
{
	/** @return string|array{latin1: string} */
	public static function of(string $name): string|array
	{
		$text = self::text($name);

		return $text === $name ? $name : ['latin1' => $text];
	}

	/** UTF-8 of any bytes: what is not UTF-8 is read as Latin-1. */
	public static function text(string $bytes): string
	{
		return preg_match('//u', $bytes) === 1 ? $bytes : (string) preg_replace_callback('/[\x80-\xFF]/',
			static fn (array $byte): string => chr(0xC0 | ord($byte[0]) >> 6) . chr(0x80 | ord($byte[0]) & 0x3F),
			$bytes);
	}

	/** @return string "" if it is no name */
	public static function read(mixed $name): string
	{
		$latin1 = is_array($name) ? $name['latin1'] ?? null : null;
		if (is_string($latin1)) {
			return (string) preg_replace_callback('/([\xC2\xC3])([\x80-\xBF])/',
				static fn (array $bytes): string => chr((ord($bytes[1]) & 3) << 6 | ord($bytes[2]) & 0x3F), $latin1);
		}

		return is_string($name) ? $name : '';
	}
}
