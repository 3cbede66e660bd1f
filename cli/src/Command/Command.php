<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\Terminal;

/** A command of this package: a row of Commands. */
interface Command
{
	/**
	 * Reads the words behind the command.
	 *
	 * @param Terminal $terminal that of the stream that Commands names
	 * @throws Problem if they are wrong
	 */
	public function __construct(Arguments $arguments, Terminal $terminal);

	/** @return int the exit status */
	public function run(): int;
}
