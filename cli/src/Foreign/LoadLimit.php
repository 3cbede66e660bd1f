<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

use XHProf\Cli\Problem;
use XHProf\Profile;

/** The limit of files that this tool reads itself: xhprof.max_load_bytes, as for files that the extension reads. */
final class LoadLimit
{
	public static function bytes(): int
	{
		preg_match('/^\s*(\d+)\s*([kmg]?)/i', (string) ini_get('xhprof.max_load_bytes'), $limit);
		$shift = ['' => 0, 'k' => 10, 'm' => 20, 'g' => 30][strtolower($limit[2] ?? '')];

		return min((int) ($limit[1] ?? 0), PHP_INT_MAX - 1 >> $shift) << $shift;
	}

	/** What is left of the limit after these bytes. */
	public static function left(int $left, int $bytes): int
	{
		return $left >= $bytes ? $left - $bytes : throw self::exceeded();
	}

	public static function exceeded(): Problem
	{
		return new Problem(Profile::TOO_LARGE_REASON, '', Profile::TOO_LARGE);
	}
}
