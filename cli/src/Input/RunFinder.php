<?php
declare(strict_types=1);

namespace XHProf\Cli\Input;

use XHProf\Cli\Package\Packages;
use XHProf\Cli\Package\RunUrl;
use XHProf\Cli\Problem;
use XHProf\Cli\Process\Reach;
use XHProf\Cli\Saved\Filter;
use XHProf\Cli\Saved\Folder;
use XHProf\Cli\Saved\RunList;
use XHProf\Cli\Terminal\Arguments;

/**
 * Finds the files that words of the command line stand for. A word is a run's id, a file, a folder, a pattern, or the
 * URL of a store.
 *
 * A folder stands for its newest run; with a filter (--uri and so on), for all of its runs that the filter admits.
 */
final class RunFinder
{
	/** The most runs, unless --max-runs says another number. */
	public const MOST = 1000;

	public readonly Filter $filter;
	private readonly int $most;

	/** How many runs there were before the limit. */
	public int $found = 0;

	public function __construct(private readonly Arguments $arguments)
	{
		$this->filter = Filter::of($arguments);
		$this->most = $arguments->number('max-runs', self::MOST, 1);
	}

	/**
	 * @param list<string> $words
	 * @param bool $isWhole whether a folder stands for all of its runs without a filter, too
	 * @return non-empty-list<string> at most --max-runs files; from a folder, the newest ones
	 */
	public function files(array $words, bool $isWhole = false): array
	{
		$files = [];
		foreach ($words as $word) {
			array_push($files, ...$this->of($word, $isWhole));
		}
		$this->found = count($files);
		$files = array_slice($files, 0, $this->most);
		array_map(Reach::need(...), $files);

		return $files !== [] ? $files
			: throw new Problem('no run matches these options', 'xhprof list DIR shows the runs of a folder');
	}

	/** @return list<string> */
	private function of(string $word, bool $isWhole): array
	{
		if (RunUrl::is($word)) {
			return [Packages::store()->with($word, $this->filter)];
		}
		if (preg_match(Folder::RUN, $word) === 1 && !file_exists($word)) {
			return [RunFolder::of($this->arguments->value('dir'))->file($word)];
		}
		if (is_dir($word)) {
			return $this->ofFolder(new Folder(rtrim($word, '/') ?: '/'), $isWhole);
		}

		return strpbrk($word, '*?[') !== false && !file_exists($word) ? $this->ofPattern($word) : [$word];
	}

	/** @return list<string> */
	private function ofFolder(Folder $folder, bool $isWhole): array
	{
		if ($this->filter->isEmpty() && !$isWhole) {
			return [$folder->file()];
		}
		$files = (new RunList($folder, $this->filter))->files();

		return $files !== [] || !$isWhole ? $files : [$folder->file()]; // file() throws, and says what is wrong
	}

	/** @return list<string> */
	private function ofPattern(string $pattern): array
	{
		$files = array_values(array_filter(glob($pattern) ?: [], is_file(...)));
		if ($files === []) {
			throw new Problem("$pattern: no file matches");
		}

		return array_values(array_filter($files, fn (string $file): bool => $this->filter->isEmpty()
			|| ((int) filemtime($file) >= $this->filter->since && $this->filter->admits(Folder::factsOf($file)))));
	}
}
