<?php
declare(strict_types=1);

namespace XHProf\Cli\Process;

use XHProf\Cli\Problem;

/**
 * The way in which this PHP was started, so that another one can be started alike, and the functions that it may lack.
 */
final class Php
{
	public static function lacks(string $function): Problem
	{
		return new Problem("php.ini disables $function by disable_functions",
			'run it with all functions: php -d disable_functions= ' . CommandLine::word(self::script()));
	}

	/**
	 * The words behind PHP's own options: this tool and its arguments.
	 *
	 * @return array<mixed>
	 */
	private static function words(): array
	{
		return is_array($_SERVER['argv'] ?? null) ? $_SERVER['argv'] : [];
	}

	/** The command by which this tool was called. */
	public static function script(): string
	{
		$script = self::words()[0] ?? null;

		return is_string($script) ? $script : 'xhprof';
	}

	/**
	 * PHP's own options before the name of this script. PHP does not report them, but Linux does.
	 *
	 * @return list<string>
	 */
	public static function options(): array
	{
		$line = @file_get_contents('/proc/self/cmdline');
		$words = $line === false ? [] : explode("\0", substr($line, 0, -1));
		$options = array_slice($words, 1, count($words) - count(self::words()) - 1);
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
