<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Advise\Sending;
use XHProf\Cli\Breakdown\Queries;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\View\QueriesView;

/** xhprof queries: the queries of a run. */
final class QueriesCommand implements Command
{
	private readonly GivenRuns $runs;

	public function __construct(private readonly Arguments $arguments, private readonly Terminal $terminal)
	{
		$this->runs = new GivenRuns($arguments, $terminal);
	}

	public function run(): int
	{
		$merged = $this->runs->merged('xhprof queries RUN');
		$limit = $this->arguments->number('limit', 25);
		$view = new QueriesView(new Queries($merged->profile), $merged->profile->summary()['wall_ns'], $this->terminal,
			$this->arguments->choice('sort', QueriesView::ORDERS, 'total'),
			$this->arguments->choice('kind', array_keys(Sending::KINDS)), $this->arguments->has('wide'));

		return $this->runs->answer('queries', fn () => $this->runs->about($merged) + $view->data($limit),
			fn () => Text::plain($this->runs->title($merged)) . "\n" . $this->runs->spread($merged)
				. $view->text($limit));
	}
}
