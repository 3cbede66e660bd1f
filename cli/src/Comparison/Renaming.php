<?php
declare(strict_types=1);

namespace XHProf\Cli\Comparison;

use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Text;

/** --rename 'old=>new'. */
final class Renaming
{
	/** @return array{string, string} */
	public static function parse(string $text): array
	{
		$names = array_map(trim(...), explode('=>', $text));
		if (count($names) !== 2 || in_array('', $names, true)
			|| substr_count($names[0], '*') !== substr_count($names[1], '*') || substr_count($names[0], '*') > 1) {
			throw new Problem("--rename takes 'old=>new', not \"$text\"",
				"write it like 'App\\Cart::sum=>App\\Basket::total' or, with one * for the same text, "
					. "'App\\Old\\*=>App\\New\\*'");
		}

		return [$names[0], $names[1]];
	}

	/** The new name of a function; null: the old name or pattern does not match it. */
	public static function of(string $name, string $old, string $new): ?string
	{
		if (!str_contains($old, '*')) {
			return $name === $old ? $new : null;
		}
		[$start, $end] = explode('*', $old, 2);
		$isMeant = strlen($name) >= strlen($start) + strlen($end) && str_starts_with($name, $start)
			&& str_ends_with($name, $end);

		return $isMeant ? str_replace('*',
			substr($name, strlen($start), strlen($name) - strlen($start) - strlen($end)), $new) : null;
	}

	/**
	 * @param 'before'|'after' $side
	 * @param list<string> $names the functions of that run
	 */
	public static function unknown(string $side, string $name, array $names): Problem
	{
		$near = Text::nearest($name, $names);

		return new Problem("--rename: the run $side has no function \"$name\"",
			$near === null ? 'xhprof top ' . strtoupper($side) . ' lists names' : "did you mean $near?");
	}
}
