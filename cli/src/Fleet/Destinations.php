<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet;

use XHProf\Cli\Problem;

/** Finds the class that sends to a URL. */
final class Destinations
{
	public static function of(string $url): Destination
	{
		throw new Problem("\"$url\" is no place to ship to");
	}
}
