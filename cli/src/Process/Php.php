<?php
declare(strict_types=1);

namespace XHProf\Cli\Process;

use XHProf\Cli\Problem;

/** How this PHP was started, to start another one likewise; and what it may lack. */
final class Php
{
	public static function lacks(string $function): Problem
	{
		return new Problem("disable_functions in php.ini has $function",
			'php -d disable_functions= ' . $_SERVER['argv'][0] . ' has it back');
	}

	/**
	 * PHP's own options before the name of this script. PHP does not tell; Linux does.
	 *
	 * @return list<string>
	 */
	public static function options(): array
	{
		$line = @file_get_contents('/proc/self/cmdline');
		$words = $line === false ? [] : explode("\0", substr($line, 0, -1));
		$options = array_slice($words, 1, count($words) - count($_SERVER['argv']) - 1);
		if ($options !== [] && end($options) === '--') {
			array_pop($options);
			// "-f SCRIPT -- ..." has the script among the options.
			array_splice($options, -2);
		} elseif ($options !== [] && end($options) === '-f') {
			array_pop($options);
		}
		if ($line === false && php_ini_loaded_file() === false) {
			$options[] = '-n';
		}

		return $options;
	}
}
