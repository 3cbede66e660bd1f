<?php
declare(strict_types=1);

namespace XHProf\Cli\Help;

use XHProf\Cli\Process\CommandLine;
use XHProf\Cli\Process\Glob;

/** Three commands that suit this folder and this machine, for a user who types only `xhprof`. */
final class NextSteps
{
	/** Scripts that a project may have, the one that tells most first. */
	private const SCRIPTS = ['vendor/bin/phpunit', 'bin/console', 'artisan', 'wp-cli.php', 'index.php',
		'public/index.php'];

	/**
	 * @param string $saved where runs are saved; empty: nowhere
	 * @param bool $hasRings whether processes can be watched
	 * @return list<string>
	 */
	public static function of(string $folder, string $saved, bool $hasRings): array
	{
		$script = array_values(array_filter([...self::SCRIPTS, ...array_map(basename(...), Glob::in($folder, '*.php'))],
			static fn (string $name): bool => is_file("$folder/$name")))[0] ?? 'SCRIPT';
		$steps = [CommandLine::of(['xhprof', 'run', '--', CommandLine::file($script)])];
		$steps[] = $saved !== '' && Glob::in($saved, '*') !== [] ? 'xhprof list' : 'xhprof top RUN';
		$steps[] = $hasRings ? 'xhprof live' : 'xhprof doctor';

		return $steps;
	}
}
