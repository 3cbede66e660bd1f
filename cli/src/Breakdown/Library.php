<?php
declare(strict_types=1);

namespace XHProf\Cli\Breakdown;

/** Recognizes files that a program only uses: those of packages, and the core of known applications. */
final class Library
{
	private const FOLDERS = '~(?:^|/)(?:vendor|wp-includes|wp-admin/includes|includes/libs|core/lib/Drupal|pear)/~i';

	public static function has(string $file): bool
	{
		return preg_match(self::FOLDERS, strtr($file, '\\', '/')) === 1;
	}

	/** The package of a file, or the file. */
	public static function part(string $file): string
	{
		return preg_match('~^.*/vendor/[^/]+/[^/]+(?=/)~', strtr($file, '\\', '/'), $package) === 1
			? $package[0] : $file;
	}
}
