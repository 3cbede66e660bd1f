<?php
declare(strict_types=1);

namespace XHProf\Cli\Bytes;

/**
 * How a field of protocol buffers is encoded: the lowest three bits of its tag.
 *
 * @api
 */
final class WireType
{
	/** A number as a varint. */
	public const VARINT = 0;

	/** Eight bytes, the lowest first. */
	public const FIXED64 = 1;

	/** A length as a varint, and that many bytes. */
	public const BYTES = 2;

	/** Four bytes, the lowest first. */
	public const FIXED32 = 5;

	private const BITS = 3;

	/**
	 * The bytes in front of a field.
	 *
	 * @param self::* $type
	 */
	public static function tag(int $field, int $type): string
	{
		return Varint::of($field << self::BITS | $type);
	}

	/** @return array{int, int} the field, and how it is encoded, which may be none of these */
	public static function parts(int $tag): array
	{
		return [$tag >> self::BITS & 0x1FFFFFFF, $tag & (1 << self::BITS) - 1];
	}
}
