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
use XHProf\Cli\View\AdviceView;

/** xhprof advise: what is wrong with a program, what it costs, and what to try. */
final class AdviseCommand extends Command
{
	/** The most runs of a folder that are examined, each by itself: the newest ones. */
	private const RUNS = 50;

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

		return $this->answer('advise', $gathered->data(...),
			$this->arguments->has('markdown') ? $view->markdown(...) : $view->text(...));
	}
}
