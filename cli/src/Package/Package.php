<?php
declare(strict_types=1);

namespace XHProf\Cli\Package;

use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\Terminal;

/**
 * More commands, in a package beside this one. Its autoload.php adds it to Packages. Help, completion, manual page and
 * docs/cli-reference.md take its tables as they take those of Help/Reference.
 *
 * @api
 * @phpstan-type Option array{value: ?string, text: string, examples?: array<string, string>}
 * @phpstan-type Listed array{synopsis: string, summary: string, usage: list<string>, about: string,
 *     options: array<string, Option>, more?: array<string, Option>}
 */
interface Package
{
	/** @return array<string, Listed> by name */
	public function commands(): array;

	/** @return array<string, array<string, Option>> options of several of these commands, by heading */
	public function shared(): array;

	/**
	 * Runs one of its commands.
	 *
	 * @param Terminal $log the standard error
	 * @param Terminal $output the standard output
	 * @return int an ExitStatus
	 * @throws Problem which the command prints, and ends with ExitStatus::PROBLEM
	 */
	public function run(string $command, Arguments $arguments, Terminal $log, Terminal $output): int;

	/** The runs that it finds by URLs; null: none. */
	public function store(): ?RunStore;
}
