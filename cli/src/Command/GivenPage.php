<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Code\Files;
use XHProf\Cli\Heap\Database;
use XHProf\Cli\Input\MergedRuns;
use XHProf\Cli\Input\RunFinder;
use XHProf\Cli\Input\RunLoader;
use XHProf\Cli\Package\Packages;
use XHProf\Cli\Package\RunUrl;
use XHProf\Cli\Page\Insights;
use XHProf\Cli\Page\Page;
use XHProf\Cli\Page\RunPart;
use XHProf\Cli\Page\SourceBlock;
use XHProf\Cli\Problem;
use XHProf\Cli\Run\Reduction;
use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Profile;

/** The page for the words of a command: of one run, of the change between two, or of heap snapshots. */
final class GivenPage
{
	private const HEAP_STARTS = ["xhprof-heap\t", 'SQLite format 3'];

	/** @var non-empty-list<non-empty-list<string>> one or two, each of the files that a word stands for */
	private readonly array $sides;

	/** The source in the page; null: it was not requested. */
	private ?SourceBlock $source = null;

	public function __construct(private readonly Arguments $arguments, string $usage)
	{
		$words = $arguments->rest;
		if ($words === [] || count($words) > 2) {
			throw new Problem($words === [] ? 'no run given' : 'too many runs', $usage);
		}
		$this->sides = array_map(static fn (string $word): array => (new RunFinder($arguments))->files([$word]),
			$words);
	}

	/** @return list<string> */
	public function files(): array
	{
		return array_merge(...$this->sides);
	}

	/** The name of the page without its ending. The file goes into the current folder. */
	public function stem(): string
	{
		$files = array_map(static fn (array $files, string $word): string => count($files) === 1 ? $files[0]
			: trim((string) preg_replace('/[^\w.-]+/', '_', basename($word)), '_'), $this->sides,
			$this->arguments->rest);
		$names = array_map(static fn (string $file): string => match (true) {
			$file === '-' => 'report',
			RunUrl::is($file) => Packages::store()->stem($file),
			default => (string) preg_replace('/(?<=.)(\.(json|xhgui\.jsonl|jsonl|xhprof|heap|sqlite|db|gz))+$/D', '',
				basename($file)),
		}, $files);

		return (string) preg_replace('/[\x00-\x1F\x7F]+/', '_', implode('-to-', $names)); // anyone may have named them
	}

	public function make(): Page
	{
		$isHeap = array_map(static fn (array $files): bool => self::isHeap($files[0]), $this->sides);
		if (in_array(true, $isHeap, true)) {
			if (!Reduction::of($this->arguments)->isEmpty()) {
				throw new Problem('--hide, --hide-function, --fold and --min-share are for runs',
					'a heap snapshot has no calls');
			}
			if (in_array(false, $isHeap, true)) {
				throw new Problem('only one of the two files is a heap snapshot',
					'give two runs or two heap snapshots');
			}
			if ($this->arguments->has('source')) {
				throw new Problem('a heap snapshot has no line numbers', 'leave out --source');
			}

			return Page::ofHeaps(array_map(static fn (array $files): array => [Database::of($files[0]),
				basename($files[0])], $this->sides));
		}
		$runs = [];
		$reduction = Reduction::of($this->arguments);
		foreach ($this->sides as $i => $files) {
			// A sum may have any number of runs, a diff only as many as medians can have.
			$set = count($this->sides) < 2 && count($files) > RunSet::MOST ? null
				: RunLoader::set($files, $reduction->ofPart());
			$profile = $reduction->applyToAll($set?->profile()
				?? (new MergedRuns($files, count($files), Reduction::none()))->profile);
			$this->source = $this->arguments->has('source') ? $this->sourceOf($profile, count($this->sides)) : null;
			$insights = count($this->sides) > 1 || RunUrl::is($files[0]) ? null : new Insights($profile, $files[0]);
			$title = RunLoader::title(count($files) === 1 ? $files[0] : $this->arguments->rest[$i]);
			$runs[] = new RunPart($profile, $title, $set, $this->source, $insights);
		}

		return isset($runs[1]) ? Page::ofRuns($runs[0], $runs[1], '', $this->arguments->values('rename'))
			: Page::ofRun($runs[0]);
	}

	private function sourceOf(Profile $run, int $sides): SourceBlock
	{
		if ($sides > 1) {
			throw new Problem('--source takes one run', 'xhprof report RUN --source');
		}
		if ($run->lines() === []) {
			throw new Problem('this run has no line numbers, so --source has nothing to show',
				'xhprof run --mode sample records lines of all functions');
		}

		return new SourceBlock($run, new Files($this->arguments->values('map'), $run->summary()['started']));
	}

	/** @return array<string, mixed> for JSON, once there is a page */
	public function sourceData(): array
	{
		return $this->source === null ? [] : ['source' => $this->source->data()];
	}

	public function sourceText(): string
	{
		return $this->source?->text() ?? '';
	}

	private static function isHeap(string $file): bool
	{
		$start = !RunUrl::is($file) && is_file($file) ? (string) @file_get_contents($file, false, null, 0, 16) : '';

		return array_filter(self::HEAP_STARTS,
			static fn (string $known): bool => str_starts_with($start, $known)) !== [];
	}
}
