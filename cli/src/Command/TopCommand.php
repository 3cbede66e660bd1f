<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Growth\Growth;
use XHProf\Cli\Growth\TaggedRuns;
use XHProf\Cli\Input\RunFinder;
use XHProf\Cli\Metric\Metric;
use XHProf\Cli\Problem;
use XHProf\Cli\Process\CommandLine;
use XHProf\Cli\Run\Reduction;
use XHProf\Cli\Saved\Dimension;
use XHProf\Cli\View\DistortionView;
use XHProf\Cli\View\GrowthView;
use XHProf\Cli\View\RunView;

/** xhprof top: where a run spent its time, by function or part; how costs grow with a size. */
final class TopCommand extends RunsCommand
{
	private const ORDERS = ['own', 'incl'];

	public function run(): int
	{
		if ($this->arguments->has('vary-tag')) {
			return $this->growth((string) $this->arguments->value('vary-tag'));
		}
		foreach (['fail-if', 'strict'] as $option) {
			if ($this->arguments->has($option)) {
				throw new Problem("--$option needs --vary-tag", 'xhprof diff compares two runs');
			}
		}
		$by = Dimension::of($this->arguments);
		if ($by !== null && !$by->isOfParts()) {
			throw new Problem("--group-by $by->name groups runs, not functions",
				'xhprof list DIR --group-by ' . CommandLine::of([$by->name]) . ' adds up their times');
		}
		$merged = $this->merged('xhprof top RUN');
		$limit = $this->arguments->number('limit', 25);
		$sort = $this->topMetric();
		if ($this->arguments->has('sampled')) {
			$view = new DistortionView($merged->profile, null, $this->terminal);

			return $this->answer('top', fn () => $this->about($merged) + $view->data($limit),
				fn () => $this->spread($merged) . $view->text($limit));
		}
		$report = new RunView($merged->profile, $this->terminal, $this->title($merged), null, match ($by?->name) {
			'component' => 'component',
			'wait' => 'wait',
			default => 'function',
		});

		return $this->answer('top', fn () => $this->about($merged) + $report->data($limit, $sort),
			fn () => $report->head($sort) . $this->spread($merged) . "\n" . $report->table($limit, $sort));
	}

	/** How costs grow with the number in a tag of each run. */
	private function growth(string $tag): int
	{
		$this->need('xhprof top DIR --vary-tag NAME');
		$conditions = $this->arguments->values('fail-if');
		array_map(GrowthView::condition(...), $conditions);
		$finder = new RunFinder($this->arguments);
		$files = $finder->files($this->arguments->rest, true);
		$runs = new TaggedRuns($files, $tag, Reduction::of($this->arguments));
		$remarks = $finder->found === count($files) ? []
			: ['the newest ' . count($files) . " of $finder->found runs (--max-runs)"];
		$view = new GrowthView(new Growth($runs->sets(), $this->arguments->value('by', 'wt')), $tag, $conditions,
			$this->terminal, [...$remarks, ...$runs->remarks()]);
		$limit = $this->arguments->number('limit', 25);
		$this->answer('top', fn () => $view->data($limit), fn () => $view->text($limit));

		return $view->status($this->arguments->has('strict'));
	}

	private function topMetric(): Metric
	{
		$by = $this->arguments->value('by', 'wall');

		return $this->arguments->choice('sort', self::ORDERS) === 'incl' ? Metric::inclusive($by) : Metric::own($by);
	}
}
