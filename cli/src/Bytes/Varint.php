<?php
declare(strict_types=1);

namespace XHProf\Cli\Bytes;

/**
 * Numbers with 7 bits in each byte, the lowest first (LEB128): the varints of protocol buffers, lengths in RowBinary,
 * and columns of a report. A negative number stands for the unsigned one with the same 64 bits. The extension and the
 * viewer have the same cases in their tests: tests/base/varints.inc.
 *
 * @api
 */
final class Varint
{
	/** The bytes of 64 bits. */
	public const MOST_BYTES = 10;

	/** The bytes of a number: 1 to MOST_BYTES. */
	public static function of(int $number): string
	{
		for ($bytes = ''; $number < 0 || $number > 0x7F; $number = $number >> 7 & PHP_INT_MAX >> 6) {
			$bytes .= chr($number & 0x7F | 0x80);
		}

		return $bytes . chr($number);
	}

	/**
	 * Reads the number at a place, and moves the place behind it. Bits beyond 64 are dropped, as protoc does.
	 *
	 * @param int $until the place behind the last byte that may be read
	 * @return int|null null: the bytes end within the number, or it is longer than MOST_BYTES and $at is before $until
	 */
	public static function read(string $bytes, int &$at, int $until): ?int
	{
		$number = 0;
		for ($shift = 0; $at < $until && $shift < 7 * self::MOST_BYTES; $shift += 7) {
			$byte = ord($bytes[$at++]);
			$number |= ($byte & ($shift === 63 ? 1 : 0x7F)) << $shift;
			if ($byte < 0x80) {
				return $number;
			}
		}

		return null;
	}
}
