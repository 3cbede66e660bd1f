<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet;

/** Messages of protocol buffers as strings: a message is its fields, one after the other. */
final class Protobuf
{
	private const VARINT = 0;
	private const FIXED64 = 1;
	private const BYTES = 2;

	/** @param int $number a negative one as 64 bits without a sign */
	public static function varint(int $number): string
	{
		for ($bytes = ''; $number < 0 || $number > 0x7F; $number = ($number >> 7) & PHP_INT_MAX >> 6) {
			$bytes .= chr(0x80 | $number & 0x7F);
		}

		return $bytes . chr($number);
	}

	/** A field of type int32, int64, uint64 or an enum; "" for 0, which readers take a missing field for. */
	public static function number(int $field, int $number): string
	{
		return $number === 0 ? '' : self::varint($field << 3 | self::VARINT) . self::varint($number);
	}

	public static function fixed64(int $field, int $number): string
	{
		return self::varint($field << 3 | self::FIXED64) . pack('P', $number);
	}

	/** A field of type bytes, string or a message; also if it is empty. */
	public static function bytes(int $field, string $bytes): string
	{
		return self::varint($field << 3 | self::BYTES) . self::varint(strlen($bytes)) . $bytes;
	}

	/**
	 * A repeated field of numbers.
	 *
	 * @param list<int> $numbers
	 */
	public static function packed(int $field, array $numbers): string
	{
		return self::bytes($field, implode('', array_map(self::varint(...), $numbers)));
	}

	/** The number at a place, which moves behind it. */
	public static function read(string $bytes, int &$at): int
	{
		for ($number = $shift = 0; ; $shift += 7) {
			$byte = ord($bytes[$at++] ?? "\0");
			$number |= ($byte & 0x7F) << $shift;
			if ($byte < 0x80) {
				return $number;
			}
		}
	}

	/**
	 * The numbers of a packed field.
	 *
	 * @return list<int>
	 */
	public static function unpack(string $bytes): array
	{
		for ($numbers = [], $at = 0, $end = strlen($bytes); $at < $end;) {
			$numbers[] = self::read($bytes, $at);
		}

		return $numbers;
	}

	/**
	 * The fields of a message in their order, but for those of fixed size; messages and strings as bytes. It ends where it makes no sense.
	 *
	 * @return \Generator<int, int|string> by the field's number
	 */
	public static function fields(string $message): \Generator
	{
		for ($at = 0, $end = strlen($message); $at < $end;) {
			$tag = self::read($message, $at);
			$number = self::read($message, $at);
			if (($tag & 7) === self::BYTES) {
				if ($number < 0 || $number > $end - $at) {
					return;
				}
				yield $tag >> 3 => substr($message, $at, $number);
				$at += $number;
			} elseif (($tag & 7) === self::VARINT) {
				yield $tag >> 3 => $number;
			} else {
				return;
			}
		}
	}

	/** Text of any bytes: what is not UTF-8 is read as Latin-1. */
	public static function text(string $text): string
	{
		return preg_match('//u', $text) === 1 ? $text : (string) preg_replace_callback('/[\x80-\xFF]/',
			static fn (array $byte): string => chr(0xC0 | ord($byte[0]) >> 6) . chr(0x80 | ord($byte[0]) & 0x3F), $text);
	}
}
