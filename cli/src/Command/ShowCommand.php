<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Code\Files;
use XHProf\Cli\Code\FunctionCode;
use XHProf\Cli\Code\Lines;
use XHProf\Cli\Comparison\SetDiff;
use XHProf\Cli\Metric\Metric;
use XHProf\Cli\Problem;
use XHProf\Cli\Process\Reach;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\View\FunctionDiffView;
use XHProf\Cli\View\FunctionView;
use XHProf\Cli\View\SourceView;
use XHProf\Profile;

/** xhprof show: a function with its callers and callees, in one run or before and after. */
final class ShowCommand extends RunsCommand
{
	public function run(): int
	{
		$wanted = Text::inData($this->arguments->value('function')
			?? throw new Problem('no function given', 'xhprof show RUN --function NAME; xhprof top RUN lists some'));
		$limit = $this->arguments->number('limit', 25);
		if (count($this->arguments->rest) === 2) {
			return $this->showChange($wanted, $limit);
		}
		$merged = $this->merged('xhprof show RUN --function NAME');
		$names = FunctionView::find($merged->profile, $wanted);
		$view = new FunctionView($merged->profile, self::name($names), $names, $this->terminal,
			Metric::inclusive($this->arguments->value('by', 'wt')));
		if ($this->arguments->has('source')) {
			$source = $this->source($merged->profile, $names, $view);

			return $this->answer('show',
				fn () => $this->about($merged) + $view->data() + ['source' => $source->data()],
				fn () => $this->spread($merged) . $view->head() . $source->text());
		}

		return $this->answer('show', fn () => $this->about($merged) + $view->data(),
			fn () => $this->spread($merged) . $view->text($limit));
	}

	/** A function before and after. */
	private function showChange(string $wanted, int $limit): int
	{
		if ($this->arguments->has('source')) {
			throw new Problem('--source takes one run', 'xhprof show RUN --function NAME --source');
		}
		[$before, $after] = $this->pair('xhprof show BEFORE AFTER --function NAME');
		$diff = new SetDiff($before, $after, $this->arguments->values('rename'));
		$wanted = $diff->matching->nameAfter($wanted);
		try {
			$names = FunctionView::find($diff->new->profile(), $wanted);
		} catch (Problem $problem) {
			$names = isset($diff->before[$wanted]) ? [$wanted] : throw $problem;
		}
		$view = new FunctionDiffView($diff, self::name($names), $names, $this->terminal,
			Metric::inclusive($this->arguments->value('by', 'wt')));

		return $this->answer('show', fn () => $this->names() + $view->data(), fn () => $view->text($limit));
	}

	/** @param non-empty-list<string> $names of one function, with several texts */
	private static function name(array $names): string
	{
		return count($names) > 1 ? explode('#', $names[0])[0] : $names[0];
	}

	/** @param non-empty-list<string> $names */
	private function source(Profile $run, array $names, FunctionView $view): SourceView
	{
		$known = new Lines($run);
		$lines = $known->of($names);
		$row = $view->row;
		$files = new Files($this->arguments->values('map'), $run->summary()['started'], Reach::ofEnvironment());
		$code = new FunctionCode($files, $names[0], $row['file'], $row['line'], array_keys($lines));

		return new SourceView($code, $lines, $row['wall_ns'], $known->sampled($names), $this->terminal);
	}
}
