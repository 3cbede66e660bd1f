<?php
declare(strict_types=1);

namespace XHProf\Cli\View;

use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;

/** The runs that are not part of a sum, and the reasons. */
final class LeftOut
{
	private const SHOWN = 3;

	/** @param list<string> $problems */
	public static function text(array $problems, Terminal $terminal): string
	{
		$text = $problems === [] ? '' : Units::of(count($problems), 'run was', 'runs were') . " left out:\n";
		foreach (array_slice($problems, 0, self::SHOWN) as $problem) {
			$text .= '  ' . Text::cut($problem, $terminal->width - 2) . "\n";
		}

		return $terminal->style($text, $text === '' ? '' : 'yellow');
	}
}
