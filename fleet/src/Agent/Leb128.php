<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

/** Numbers with 7 bits in each byte, the lowest first: the varints of protocol buffers, and lengths in RowBinary. */
final class Leb128
{
	/** @param int $number 0 or more */
	public static function of(int $number): string
	{
		for ($bytes = ''; $number > 0x7F; $number >>= 7) {
			$bytes .= chr($number & 0x7F | 0x80);
		}

		return $bytes . chr($number);
	}
}
