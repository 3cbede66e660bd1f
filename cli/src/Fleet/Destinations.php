<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet;

use XHProf\Cli\Problem;

/** Which class sends to a URL. */
final class Destinations
{
	public static function of(string $url): Destination
	{
		throw new Problem("\"$url\" is no place to ship to");
	}
}
