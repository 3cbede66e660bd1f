<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Help\Completion;
use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\ExitStatus;
use XHProf\Cli\Terminal\Output;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;

/** xhprof completion: what a shell loads to complete commands. */
final class CompletionCommand extends Command
{
	private readonly string $shell;

	public function __construct(Arguments $arguments, Terminal $terminal)
	{
		parent::__construct($arguments, $terminal);
		$known = implode(', ', Completion::SHELLS);
		$this->shell = $arguments->rest[0]
			?? throw new Problem('no shell given', 'xhprof completion ' . implode('|', Completion::SHELLS));
		if (!in_array($this->shell, Completion::SHELLS, true)) {
			throw new Problem("no completion for \"$this->shell\"",
				Text::hint($this->shell, Completion::SHELLS) . "known are $known");
		}
	}

	public function run(): int
	{
		Output::write(Completion::of($this->shell));

		return ExitStatus::OK;
	}
}
