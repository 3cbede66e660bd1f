<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Doctor\Diagnosis;
use XHProf\Cli\Doctor\Finding;
use XHProf\Cli\Doctor\Machine;
use XHProf\Cli\Doctor\SystemChecks;
use XHProf\Cli\Help\Reference;
use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\ExitStatus;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\View\DoctorView;

/** xhprof doctor: whether xhprof is set up in each PHP of this machine, and what to type where it is not. */
final class DoctorCommand extends Command
{
	public function __construct(Arguments $arguments, Terminal $terminal)
	{
		parent::__construct($arguments, $terminal);
		if ($arguments->rest !== []) {
			throw new Problem('too many arguments', 'xhprof doctor [--json]');
		}
	}

	public function run(): int
	{
		$diagnosis = new Diagnosis(new Machine('', (string) getenv('PATH')), Reference::VERSION, PHP_BINARY,
			SystemChecks::ask());
		$view = new DoctorView($diagnosis, $diagnosis->findings(), $this->terminal);
		$this->answer('doctor', $view->data(...), $view->text(...));

		return $view->count(Finding::WRONG) === 0 ? ExitStatus::OK : ExitStatus::WORSE;
	}
}
