<?php
declare(strict_types=1);

namespace XHProf\Cli\Help;

use XHProf\Cli\Package\Package;

/**
 * The output of --help.
 *
 * @phpstan-import-type Option from Package
 */
final class HelpText
{
	private const WIDTH = 79;

	public static function ofAll(): string
	{
		$starts = array_map(static fn (string $name, array $command): string => "  xhprof $name {$command['synopsis']}",
			array_keys(Reference::commands()), Reference::commands());
		$width = max([0, ...array_map(strlen(...), $starts)]);
		$text = "xhprof profiles PHP scripts, and reads profiles.\n\n";
		foreach (array_column(Reference::commands(), 'summary') as $i => $summary) {
			$text .= str_pad($starts[$i], $width) . "   $summary\n";
		}

		return "$text\nxhprof COMMAND --help describes a command. xhprof --version prints the versions.\n";
	}

	/** @param bool $isAll with the options that few need */
	public static function of(string $name, bool $isAll): string
	{
		$command = Reference::command($name);
		$options = $command['options'] + ($isAll ? $command['more'] : []);
		$text = implode('', array_map(static fn (string $usage): string => "xhprof $name $usage\n", $command['usage']));
		$text .= "\n" . self::wrapped($command['about'], 0) . "\n";
		$width = max([0, ...array_map(static fn (string $option, array $about): int =>
			strlen(Reference::typed($option, $about['value'])), array_keys($options), $options)]);
		foreach ($options as $option => $about) {
			$text .= self::option($option, $about, $width + 4);
		}
		$left = count($command['options'] + $command['more']) - count($options);

		return $text . ($left === 0 ? '' : "\nxhprof $name --help --all shows $left more options.\n");
	}

	/** @param Option $about */
	private static function option(string $name, array $about, int $indent): string
	{
		$text = '  ' . str_pad(Reference::typed($name, $about['value']), $indent - 2)
			. ltrim(self::wrapped($about['text'], $indent));
		$examples = $about['examples'] ?? [];
		$width = max([0, ...array_map(strlen(...), array_keys($examples))]);
		foreach ($examples as $example => $meaning) {
			$text .= '      ' . str_pad($example, $width) . "   $meaning\n";
		}

		return $text;
	}

	/** Lines of at most WIDTH cells. */
	private static function wrapped(string $text, int $indent): string
	{
		$blanks = str_repeat(' ', $indent);

		return $blanks
			. wordwrap(str_replace('`', '', Reference::unlinked($text)), self::WIDTH - $indent, "\n$blanks") . "\n";
	}
}
