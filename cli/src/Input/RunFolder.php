<?php
declare(strict_types=1);

namespace XHProf\Cli\Input;

use XHProf\Cli\Doctor\FpmSettings;
use XHProf\Cli\Doctor\Machine;
use XHProf\Cli\Problem;
use XHProf\Cli\Saved\Folder;

/** Finds the folder of saved runs. */
final class RunFolder
{
	/**
	 * The folder that the user names, else that of php.ini, else that of php-fpm, which has a php.ini of its own.
	 *
	 * @param string $how tells the user how to name a folder
	 */
	public static function of(?string $given, string $how = '--dir DIR'): Folder
	{
		$path = $given ?? (string) ini_get('xhprof.output_dir');

		return new Folder($path !== '' ? $path : self::ofFpm(new Machine('', (string) getenv('PATH')), $how));
	}

	public static function ofFpm(Machine $machine, string $how = '--dir DIR'): string
	{
		$found = FpmSettings::folders($machine, 'xhprof.output_dir');
		if (count($found) > 1) {
			throw new Problem('no folder given, and php-fpm has several', 'give one: ' . implode(', ', $found));
		}

		return $found[0]
			?? throw new Problem('no folder given', "give one with $how, or set xhprof.output_dir in php.ini");
	}
}
