<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

use XHProf\Cli\Problem;

/** Values of JSON, which may be anything: they are taken as they should be, or the file has a fault that is named. */
final class JsonText
{
	private const DEPTH = 512;

	/** @return array<mixed>|null null if it is no object */
	public static function object(string $text): ?array
	{
		$value = json_decode($text, true, self::DEPTH, JSON_BIGINT_AS_STRING | JSON_INVALID_UTF8_SUBSTITUTE);

		return is_array($value) && !array_is_list($value) ? $value : null;
	}

	/** @return array<mixed> a missing one is empty */
	public static function rows(mixed $value, string $what): array
	{
		return is_array($value) || $value === null ? $value ?? []
			: throw self::fault($what, 'not a list or an object', $value);
	}

	public static function text(mixed $value, string $what): string
	{
		return is_string($value) || $value === null ? $value ?? '' : throw self::fault($what, 'not a string', $value);
	}

	/** A number; those of 64 bits may be texts. */
	public static function number(mixed $value, string $what): int|float
	{
		if (is_string($value) && preg_match('/^-?\d{1,19}$/D', $value) === 1 && (string) (int) $value === $value) {
			return (int) $value;
		}

		return is_int($value) || is_float($value) ? $value : throw self::fault($what, 'not a number', $value);
	}

	/** A number from 0 on; a missing one is 0. */
	public static function natural(mixed $value, string $what): int
	{
		$number = $value === null ? 0 : self::number($value, $what);

		return is_int($number) && $number >= 0 ? $number
			: throw self::fault($what, 'not a whole number of 0 or more', $value);
	}

	private static function fault(string $what, string $why, mixed $value): Problem
	{
		return new Problem("$what is $why" . (is_scalar($value) ? ': ' . substr(var_export($value, true), 0, 60) : ''));
	}
}
