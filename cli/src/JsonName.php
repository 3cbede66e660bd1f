<?php
declare(strict_types=1);

namespace XHProf\Cli;

/**
 * Names of any bytes in JSON. One that is not UTF-8 is read as Latin-1 as a whole, each of its bytes a character, as in
 * base/utf8.h. In a saved run it is {"latin1": ...}, so that it can be read back.
 *
 * @api
 */
final class JsonName
{
	/** @return string|array{latin1: string} */
	public static function of(string $name): string|array
	{
		$text = self::text($name);

		return $text === $name ? $name : ['latin1' => $text];
	}

	/**
	 * Data as JSON, in which each text and each key that is not UTF-8 is read as Latin-1.
	 *
	 * @throws \JsonException if it cannot be JSON, as INF
	 */
	public static function encode(mixed $data, int $flags = 0): string
	{
		$flags |= JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE;
		try {
			return json_encode($data, $flags | JSON_THROW_ON_ERROR);
		} catch (\JsonException $e) {
			return $e->getCode() === JSON_ERROR_UTF8 ? json_encode(self::texts($data), $flags | JSON_THROW_ON_ERROR)
				: throw $e;
		}
	}

	private static function texts(mixed $data): mixed
	{
		if (is_string($data)) {
			return self::text($data);
		}
		if (is_object($data)) {
			return (object) self::texts((array) $data);
		}

		return !is_array($data) ? $data : array_combine(array_map(
			static fn (int|string $key): int|string => is_string($key) ? self::text($key) : $key, array_keys($data)),
			array_map(self::texts(...), $data));
	}

	/** UTF-8 of any bytes. */
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
