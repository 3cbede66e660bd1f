<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\ExitStatus;
use XHProf\Cli\Terminal\Json;
use XHProf\Cli\Terminal\Output;
use XHProf\Cli\Terminal\Terminal;

/** A command of this package: a row of Commands. */
abstract class Command
{
	/**
	 * Reads the words behind the command.
	 *
	 * @param Terminal $terminal that of the stream that Commands names
	 * @throws Problem if they are wrong
	 */
	public function __construct(protected readonly Arguments $arguments, protected readonly Terminal $terminal)
	{
	}

	/** @return int the exit status */
	abstract public function run(): int;

	/**
	 * Writes JSON, or else the text.
	 *
	 * @param callable(): array<string, mixed> $data
	 * @param callable(): string $text
	 */
	protected function answer(string $command, callable $data, callable $text): int
	{
		Output::write($this->arguments->has('json') ? Json::encode($command, $data()) : $text());

		return ExitStatus::OK;
	}
}
