<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Breakdown\Library;

/**
 * The place of a stack as text: the function that it is in, and the application's own function that called it.
 *
 * @phpstan-import-type Frame from Wait
 */
final class Place
{
	/**
	 * The nearest function that is neither PHP's nor a library's, else the nearest that is not PHP's. Null if that is
	 * the innermost function itself, or if there is none.
	 *
	 * @param list<Frame> $frames innermost first
	 */
	public static function caller(array $frames): ?string
	{
		$own = array_filter($frames, static fn (array $frame): bool => $frame['file'] !== null);
		$application = array_filter($own, static fn (array $frame): bool => !Library::has((string) $frame['file']));
		$at = array_key_first($application) ?? array_key_first($own);

		return $at === null || $at === 0 ? null : $frames[$at]['function'];
	}

	/** "usleep from App\Remote::stock" */
	public static function text(?string $in, ?string $caller): string
	{
		return $in . ($caller === null ? '' : " from $caller");
	}
}
