<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Input\MergedRuns;
use XHProf\Cli\Input\RunFinder;
use XHProf\Cli\Input\RunLoader;
use XHProf\Cli\Problem;
use XHProf\Cli\Run\Reduction;
use XHProf\Cli\Run\RunSet;
use XHProf\Cli\View\SpreadView;

/** A command about runs: those that its words and options stand for. */
abstract class RunsCommand extends Command
{
	/** @var list<string> the files or words of the runs that are compared */
	private array $compared = [];

	/** Throws if no word names a run. */
	protected function need(string $usage): void
	{
		if ($this->arguments->rest === []) {
			throw new Problem('no run given', $usage);
		}
	}

	/** All that the words and options stand for, as one run. */
	protected function merged(string $usage, bool $isWhole = false): MergedRuns
	{
		$this->need($usage);
		$finder = new RunFinder($this->arguments);
		$files = $finder->files($this->arguments->rest, $isWhole);

		return new MergedRuns($files, $finder->found, Reduction::of($this->arguments));
	}

	/** @return array{RunSet, RunSet} */
	protected function pair(string $usage): array
	{
		$given = $this->arguments->rest;
		if (count($given) !== 2) {
			throw new Problem(count($given) < 2 ? 'two runs are needed' : 'too many runs', $usage);
		}

		return [$this->side($given[0]), $this->side($given[1])];
	}

	/** @return array{before: string, after: string} the names of a pair */
	protected function names(): array
	{
		return ['before' => $this->compared[0], 'after' => $this->compared[1]];
	}

	private function side(string $word): RunSet
	{
		$files = (new RunFinder($this->arguments))->files([$word]);
		$this->compared[] = count($files) === 1 ? $files[0] : $word;

		return RunLoader::set($files, Reduction::of($this->arguments));
	}

	/** The name of what is merged, for people. */
	protected function title(MergedRuns $merged): string
	{
		return $merged->count() > 1 ? implode(' ', array_map(RunLoader::title(...), $this->arguments->rest))
			: RunLoader::title($merged->file);
	}

	/** @return array<string, mixed> what is merged, for JSON */
	protected function about(MergedRuns $merged): array
	{
		$spread = $merged->spread();

		return ['file' => $spread === null ? $merged->file : null] + ($spread === null ? [] : ['merged' => $spread]);
	}

	/** How the times of several runs are spread, as lines; "": there is one run. */
	protected function spread(MergedRuns $merged): string
	{
		return (new SpreadView($merged, $this->terminal))->text();
	}
}
