<?php
declare(strict_types=1);

namespace XHProf\PHPUnit;

use PHPUnit\TextUI\Application;

/** xhprof-phpunit: PHPUnit with options of ours before or between its own, which PHPUnit itself would refuse. */
final class Command
{
	private const OPTIONS = ['--xhprof-slowest' => true, '--xhprof-folder' => true, '--xhprof-times' => false,
		'--xhprof-required' => false];

	/**
	 * @param list<string> $words of the command line
	 * @return int the exit status
	 */
	public static function run(array $words): int
	{
		$rest = self::take($words);
		// Processes that PHPUnit starts, and what asks for the arguments, see its own.
		$_SERVER['argv'] = $rest;
		$_SERVER['argc'] = count($rest);
		if (class_exists(Application::class)) {
			Extension::register();
			return (new Application())->run($rest);
		}

		return (new Command9())->run($rest, false);
	}

	/**
	 * @param list<string> $words
	 * @return list<string> PHPUnit's
	 */
	private static function take(array $words): array
	{
		$rest = [];
		while ($words !== []) {
			$word = array_shift($words);
			$parts = explode('=', $word, 2);
			$takesValue = self::OPTIONS[$parts[0]] ?? null;
			if ($takesValue === null) {
				$rest[] = $word;
				continue;
			}
			$value = $takesValue ? $parts[1] ?? array_shift($words)
				?? throw new \InvalidArgumentException("$parts[0] needs a value") : '1';
			putenv(strtoupper(strtr(substr($parts[0], 2), '-', '_')) . "=$value");
		}

		return $rest;
	}
}
