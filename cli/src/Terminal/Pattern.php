<?php
declare(strict_types=1);

namespace XHProf\Cli\Terminal;

/**
 * Patterns that the user writes. The extension has the same rules in base/pattern.h, and both are tested with the cases
 * of tests/base/patterns.inc.
 */
final class Pattern
{
	/** True if the pattern matches all of the text. */
	public static function isText(string $pattern, string $text): bool
	{
		return preg_match('~^' . self::regex($pattern) . '$~Ds', $text) === 1;
	}

	/** True if the pattern matches a name whose case does not matter, such as a host's. */
	public static function isName(string $pattern, string $name): bool
	{
		return preg_match('~^' . self::regex($pattern) . '$~Dsi', $name) === 1;
	}

	/** True if the pattern matches the function in any namespace, in any case. */
	public static function isFunction(string $pattern, string $name): bool
	{
		return preg_match('~(?:^|\\\\)' . self::regex($pattern) . '$~Dsi', $name) === 1;
	}

	/** True if the pattern matches the path from any folder on. */
	public static function isFile(string $pattern, string $path): bool
	{
		return preg_match('~(?:^|/)' . self::regex(strtr($pattern, '\\', '/')) . '$~Ds', strtr($path, '\\', '/')) === 1;
	}

	/** A "?" is a character, which in UTF-8 may have several bytes. */
	private static function regex(string $pattern): string
	{
		return strtr(preg_quote($pattern, '~'), ['\*' => '.*', '\?' => '.[\x80-\xBF]*+']);
	}
}
