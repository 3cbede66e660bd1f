<?php
declare(strict_types=1);

namespace XHProf\Cli\Run;

use XHProf\Cli\Problem;

/** A file that appears under its name once all of it is written, or not at all. */
final class WholeFile
{
	public static function write(string $file, string $text): void
	{
		if (file_exists($file) && !is_file($file)) {
			self::writeInto($file, $text); // a pipe or a device
			return;
		}
		$temporary = "$file." . getmypid() . '.tmp';
		if (@file_put_contents($temporary, $text) !== strlen($text) || !@rename($temporary, $file)) {
			$problem = self::problem($file);
			@unlink($temporary);
			throw $problem;
		}
	}

	private static function writeInto(string $file, string $text): void
	{
		if (@file_put_contents($file, $text) !== strlen($text)) {
			throw self::problem($file);
		}
	}

	private static function problem(string $file): Problem
	{
		return new Problem("$file: could not be written: " . (error_get_last()['message'] ?? 'the disk is full'));
	}
}
