<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Comparison\Threshold;
use XHProf\Cli\Metric\Metric;
use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\ExitStatus;
use XHProf\Cli\View\DiffMarkdown;
use XHProf\Cli\View\DiffView;
use XHProf\Cli\View\DistortionView;
use XHProf\Profile;

/** xhprof diff: what changed from one run to another. */
final class DiffCommand extends RunsCommand
{
	public function run(): int
	{
		[$before, $after] = $this->pair("xhprof diff BEFORE AFTER [--fail-if 'wt>+10%']");
		if (!$before->isMany() && !$after->isMany() && self::isSampled($after->profile())
			&& !self::isSampled($before->profile())) {
			return $this->distortion($before->profile(), $after->profile());
		}
		$thresholds = array_map(Threshold::parse(...), $this->arguments->values('fail-if'));
		foreach ($this->arguments->values('fail-file') as $file) {
			array_push($thresholds, ...Threshold::ofFile($file));
		}
		$limit = $this->arguments->number('limit', 15);
		$view = new DiffView($before, $after, $thresholds, $this->terminal,
			Metric::own($this->arguments->value('by', 'wt')), $this->arguments->values('rename'));
		$this->answer('diff', fn () => $this->names() + $view->data($limit),
			fn () => $this->arguments->has('markdown') ? (new DiffMarkdown($view))->text($limit) : $view->text($limit));

		return $view->isWorse() ? ExitStatus::WORSE
			: ($view->isUnclear() && $this->arguments->has('strict') ? ExitStatus::UNCLEAR : ExitStatus::OK);
	}

	private static function isSampled(Profile $run): bool
	{
		return $run->summary()['mode'] === 'sample';
	}

	/** A run of calls and one of samples: no change, but what recording the calls distorts. */
	private function distortion(Profile $calls, Profile $samples): int
	{
		foreach (['fail-if', 'fail-file', 'strict', 'by', 'markdown', 'rename'] as $option) {
			if ($this->arguments->has($option)) {
				throw new Problem("--$option cannot compare a run of calls with a run of samples",
					'record both in the same mode');
			}
		}
		$view = new DistortionView($calls, $samples, $this->terminal);
		$limit = $this->arguments->number('limit', 15);

		return $this->answer('diff', fn () => $this->names() + $view->data($limit),
			fn () => $view->text($limit));
	}
}
