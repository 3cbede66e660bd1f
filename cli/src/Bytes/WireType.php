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
	public const VARINT = 0;
	public const FIXED64 = 1;
	public const BYTES = 2;
	public const FIXED32 = 5;

	private const BITS = 3;

	/** The bytes in front of a field. */
	public static function tag(int $field, int $type): string
	{
		return Varint::of($field << self::BITS | $type);
	}

	/** @return array{int, int} the field, and how it is encoded */
	public static function parts(int $tag): array
	{
		return [$tag >> self::BITS & 0x1FFFFFFF, $tag & (1 << self::BITS) - 1];
	}
}
