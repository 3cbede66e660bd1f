<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

/**
 * Adds up numbers from rings. A forged ring may have any number.
 *
 * @api
 */
final class Total
{
	/** A number below 0 counts as 0; a sum ends at PHP_INT_MAX. */
	public static function plus(int $sum, int $more): int
	{
		return $sum + min(max(0, $more), PHP_INT_MAX - $sum);
	}
}
