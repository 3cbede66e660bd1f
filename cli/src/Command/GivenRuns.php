<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Input\MergedRuns;
use XHProf\Cli\Input\RunFinder;
use XHProf\Cli\Input\RunLoader;
use XHProf\Cli\Problem;
use XHProf\Cli\Run\Reduction;
use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\ExitStatus;
use XHProf\Cli\Terminal\Json;
use XHProf\Cli\Terminal\Output;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\View\SpreadView;

/** The runs that the words and options of a command stand for, and its answer about them. */
final class GivenRuns
{
	/** @var list<string> the files or words of the runs that are compared */
	private array $compared = [];

	public function __construct(private readonly Arguments $arguments, private readonly Terminal $terminal)
	{
	}

	/** Throws if no word names a run. */
	public function need(string $usage): void
	{
		if ($this->arguments->rest === []) {
			throw new Problem('no run given', $usage);
		}
	}

	/** All that the words and options stand for, as one run. */
	public function merged(string $usage, bool $isWhole = false): MergedRuns
	{
		$this->need($usage);
		$finder = new RunFinder($this->arguments);
		$files = $finder->files($this->arguments->rest, $isWhole);

		return new MergedRuns($files, $finder->found, Reduction::of($this->arguments));
	}

	/** @return array{RunSet, RunSet} */
	public function pair(string $usage): array
	{
		$given = $this->arguments->rest;
		if (count($given) !== 2) {
			throw new Problem(count($given) < 2 ? 'two runs are needed' : 'too many runs', $usage);
		}

		return [$this->side($given[0]), $this->side($given[1])];
	}

	/** @return array{before: string, after: string} the names of a pair */
	public function names(): array
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
	public function title(MergedRuns $merged): string
	{
		return $merged->count() > 1 ? implode(' ', array_map(RunLoader::title(...), $this->arguments->rest))
			: RunLoader::title($merged->file);
	}

	/** @return array<string, mixed> what is merged, for JSON */
	public function about(MergedRuns $merged): array
	{
		$spread = $merged->spread();

		return ['file' => $spread === null ? $merged->file : null] + ($spread === null ? [] : ['merged' => $spread]);
	}

	/** How the times of several runs are spread, as lines; "": there is one run. */
	public function spread(MergedRuns $merged): string
	{
		return (new SpreadView($merged, $this->terminal))->text();
	}

	/**
	 * Writes JSON, or else the text.
	 *
	 * @param callable(): array<string, mixed> $data
	 * @param callable(): string $text
	 */
	public function answer(string $command, callable $data, callable $text): int
	{
		Output::write($this->arguments->has('json') ? Json::encode($command, $data()) : $text());

		return ExitStatus::OK;
	}
}
