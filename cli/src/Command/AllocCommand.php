<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\View\AllocView;

/** xhprof alloc: the allocation sites of a run. */
final class AllocCommand implements Command
{
	private readonly GivenRuns $runs;

	public function __construct(private readonly Arguments $arguments, private readonly Terminal $terminal)
	{
		$this->runs = new GivenRuns($arguments, $terminal);
	}

	public function run(): int
	{
		$merged = $this->runs->merged('xhprof alloc RUN');
		$limit = $this->arguments->number('limit', 25);
		$view = new AllocView($merged->profile, $this->arguments->value('by', 'live'), $this->terminal,
			$this->arguments->has('wide'));

		return $this->runs->answer('alloc', fn () => $this->runs->about($merged) + $view->data($limit),
			fn () => $this->runs->spread($merged) . $view->text($limit));
	}
}
