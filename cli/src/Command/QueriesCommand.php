<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Advise\Sending;
use XHProf\Cli\Breakdown\Queries;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\View\QueriesView;

/** xhprof queries: the queries of a run. */
final class QueriesCommand extends RunsCommand
{
	public function run(): int
	{
		$merged = $this->merged('xhprof queries RUN');
		$limit = $this->arguments->number('limit', 25);
		$view = new QueriesView(new Queries($merged->profile), $merged->profile->summary()['wall_ns'], $this->terminal,
			$this->arguments->choice('sort', QueriesView::ORDERS, 'total'),
			$this->arguments->choice('kind', array_keys(Sending::KINDS)), $this->arguments->has('wide'));

		return $this->answer('queries', fn () => $this->about($merged) + $view->data($limit),
			fn () => Text::plain($this->title($merged)) . "\n" . $this->spread($merged)
				. $view->text($limit));
	}
}
