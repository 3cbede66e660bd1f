<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\View\AllocView;

/** xhprof alloc: the allocation sites of a run. */
final class AllocCommand extends RunsCommand
{
	public function run(): int
	{
		$merged = $this->merged('xhprof alloc RUN');
		$limit = $this->arguments->number('limit', 25);
		$view = new AllocView($merged->profile, $this->arguments->value('by', 'live'), $this->terminal,
			$this->arguments->has('wide'));

		return $this->answer('alloc', fn () => $this->about($merged) + $view->data($limit),
			fn () => $this->spread($merged) . $view->text($limit));
	}
}
