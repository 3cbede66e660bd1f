<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Advise\Advice;
use XHProf\Cli\Advise\Gathered;
use XHProf\Cli\Advise\Recording;
use XHProf\Cli\Advise\Rule\AllRules;
use XHProf\Cli\Input\RunFinder;
use XHProf\Cli\Input\RunLoader;
use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\ExitStatus;
use XHProf\Cli\Terminal\Json;
use XHProf\Cli\Terminal\Output;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\View\AdviceView;

/** xhprof advise: what is wrong with a program, what it costs, and what to try. */
final class AdviseCommand implements Command
{
	/** The most runs of a folder that are examined, each by itself: the newest ones. */
	private const RUNS = 50;

	public function __construct(private readonly Arguments $arguments, private readonly Terminal $terminal)
	{
	}

	public function run(): int
	{
		$words = $this->arguments->rest;
		if ($words === []) {
			throw new Problem('no run given', 'xhprof advise RUN');
		}
		$files = array_slice((new RunFinder($this->arguments))->files($words, true), 0, self::RUNS);
		$gathered = new Gathered();
		foreach ($files as $file) {
			$gathered->add(new Advice(new Recording(RunLoader::load($file)), AllRules::all()), $file);
		}
		$view = new AdviceView($gathered, count($files) === 1 ? RunLoader::title($files[0])
			: implode(' ', array_map(RunLoader::title(...), $words)), $this->terminal);
		Output::write(match (true) {
			$this->arguments->has('json') => Json::encode('advise', $view->data()),
			$this->arguments->has('markdown') => $view->markdown(),
			default => $view->text(),
		});

		return ExitStatus::OK;
	}
}
