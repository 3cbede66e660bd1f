<?php
declare(strict_types=1);

namespace XHProf\Fleet\Command;

use XHProf\Cli\Problem;
use XHProf\Cli\Saved\Filter;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\ExitStatus;
use XHProf\Cli\Terminal\Json;
use XHProf\Cli\Terminal\Output;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Fleet\Store\Selection;
use XHProf\Fleet\Store\Stores;
use XHProf\Fleet\View\StoreView;

/** xhprof list URL: the contents of a store, by label. */
final class StoreListCommand
{
	private const ONLY_RUNS = ['sort', 'sweep', 'keep'];

	public function __construct(private readonly Arguments $arguments, private readonly Terminal $terminal)
	{
	}

	public function run(): int
	{
		if (count($this->arguments->rest) > 1) {
			throw new Problem('too many places', 'xhprof list URL');
		}
		foreach (self::ONLY_RUNS as $option) {
			if ($this->arguments->has($option)) {
				throw new Problem("--$option is for runs in folders",
					'a store lists the heaviest first, and removes old runs itself');
			}
		}
		if ($this->arguments->has('group-by')) {
			throw new Problem('--group-by is for runs in folders',
				'a store shows each label as it is; xhprof top URL --group-by component shows its components');
		}
		$url = Stores::with($this->arguments->rest[0], Filter::of($this->arguments));
		$selection = Selection::of($url, time());
		$limit = $this->arguments->number('limit', StoreView::ROWS, 1, 100_000);
		$view = new StoreView($selection, Stores::of($url)->weights($selection, $limit + 1), $this->terminal, $limit);
		Output::write($this->arguments->has('json')
			? Json::encode('list', ['store' => Stores::name($url)] + $view->data()) : $view->text());

		return ExitStatus::OK;
	}
}
