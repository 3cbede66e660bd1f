<?php
declare(strict_types=1);

namespace XHProf\Cli\View;

use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;

/** The runs and the rings that are not part of a sum, and the reasons. */
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

	/** @param array<string, string> $refused why rings cannot be read, by file */
	public static function rings(array $refused, Terminal $terminal): string
	{
		$text = '';
		foreach ($refused as $file => $why) {
			$text .= $terminal->style(Text::plain("$file: $why"), 'yellow') . "\n";
		}

		return $text;
	}

	/**
	 * The same for programs.
	 *
	 * @param array<string, string> $refused
	 * @return list<array{ring: string, reason: string}>
	 */
	public static function data(array $refused): array
	{
		return array_map(static fn (string $file, string $why): array => ['ring' => $file, 'reason' => $why],
			array_keys($refused), $refused);
	}
}
