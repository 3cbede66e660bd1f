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
use XHProf\Cli\Process\Browser;
use XHProf\Cli\Run\Reduction;
use XHProf\Cli\Run\RunFile;
use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\ExitStatus;
use XHProf\Cli\Terminal\Json;
use XHProf\Cli\Terminal\Output;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Units;
use XHProf\Profile;

/** xhprof report and xhprof open: a run as a page, or what changed between two. */
final class ReportCommand
{
	/** The source in the page; null: nobody asked for it. */
	private ?SourceBlock $source = null;

	private const HEAP_STARTS = ["xhprof-heap\t", 'SQLite format 3'];

	public function __construct(private readonly Arguments $arguments, private readonly Terminal $terminal)
	{
	}

	/** Writes the page where it stays. */
	public function report(): int
	{
		$sides = $this->sides('xhprof report RUN [AFTER] [--out FILE.html]');
		$files = array_merge(...$sides);
		$out = $this->arguments->value('out') ?? $this->stem($sides) . '.html';
		if ($out === '-') {
			return $this->print($this->page($sides));
		}
		self::needOther($files, $out);
		RunFile::needWritable($out);
		$this->page($sides)->save($out);
		Output::write($this->arguments->has('json') ? Json::encode('report', ['files' => $files, 'file' => $out] + $this->sourceData())
			: "file:  $out (" . Units::bytes((int) @filesize($out)) . ")\n" . $this->source?->text());
		if ($this->arguments->has('open') && !Browser::open($out)) {
			$this->terminal->write("xhprof: no browser can be started here; open that file in one\n");
		}

		return ExitStatus::OK;
	}

	/** Writes it to a temporary file, which nobody else may read, and shows it. */
	public function open(): int
	{
		$sides = $this->sides('xhprof open RUN [AFTER]');
		$files = array_merge(...$sides);
		$folder = sys_get_temp_dir();
		if (!is_dir($folder) || !is_writable($folder)) {
			throw new Problem('there is no folder for temporary files', 'set TMPDIR to a folder where you may write');
		}
		$name = (string) preg_replace('/[^\w.-]+/', '_', $this->stem($sides));
		$out = sprintf('%s/xhprof-%s-%s.html', $folder, bin2hex(random_bytes(4)), substr($name, 0, 100));
		$this->page($sides)->save($out);
		$isOpen = Browser::open($out);
		Output::write($this->arguments->has('json')
			? Json::encode('open', ['files' => $files, 'file' => $out, 'browser' => $isOpen] + $this->sourceData())
			: "file:  $out\n" . $this->source?->text() . ($isOpen ? '' : "open:  no browser can be started here; open that file in one\n"));

		return ExitStatus::OK;
	}

	private function print(Page $page): int
	{
		if (stream_isatty(STDOUT)) {
			throw new Problem('html is not for a terminal', 'name a file by --out');
		}
		$copy = tmpfile();
		if ($copy === false) {
			throw new Problem('there is no folder for temporary files', 'set TMPDIR to a folder where you may write');
		}
		$page->write($copy);
		rewind($copy);
		while (($part = fread($copy, 1 << 20)) !== false && $part !== '') {
			Output::write($part);
		}

		return ExitStatus::OK;
	}

	/** @param non-empty-list<non-empty-list<string>> $sides */
	private function page(array $sides): Page
	{
		$isHeap = array_map(static fn (array $files): bool => self::isHeap($files[0]), $sides);
		if (in_array(true, $isHeap, true)) {
			if (!Reduction::of($this->arguments)->isEmpty()) {
				throw new Problem('--hide, --hide-function, --fold and --min-share are for runs', 'a snapshot of a heap has no calls');
			}
			if (in_array(false, $isHeap, true)) {
				throw new Problem('one is a snapshot of a heap, the other one is none', 'give two of a kind');
			}
			if ($this->arguments->has('source')) {
				throw new Problem('a snapshot of a heap has no lines', 'leave out --source');
			}

			return Page::ofHeaps(array_map(static fn (array $files): array => [Database::of($files[0]), basename($files[0])], $sides));
		}
		$runs = [];
		$reduction = Reduction::of($this->arguments);
		foreach ($sides as $i => $files) {
			// A sum has any number of runs, a diff as many as have medians.
			$set = count($sides) < 2 && count($files) > RunSet::MOST ? null : RunLoader::set($files, $reduction->ofPart());
			$profile = $reduction->applyToAll($set?->profile() ?? (new MergedRuns($files, count($files), Reduction::none()))->profile);
			$this->source = $this->arguments->has('source') ? $this->sourceOf($profile, count($sides)) : null;
			$insights = count($sides) > 1 || RunUrl::is($files[0]) ? null : new Insights($profile, $files[0]);
			$runs[] = new RunPart($profile, RunLoader::title(count($files) === 1 ? $files[0] : $this->arguments->rest[$i]), $set, $this->source, $insights);
		}

		return isset($runs[1]) ? Page::ofRuns($runs[0], $runs[1], '', $this->arguments->values('rename')) : Page::ofRun($runs[0]);
	}

	private function sourceOf(Profile $run, int $sides): SourceBlock
	{
		if ($sides > 1) {
			throw new Problem('--source is for one run', 'xhprof report RUN --source');
		}
		if ($run->lines() === []) {
			throw new Problem('this run knows no lines, so --source has nothing to show', 'xhprof run --mode sample knows some of all functions');
		}

		return new SourceBlock($run, new Files($this->arguments->values('map'), $run->summary()['started']));
	}

	/** @return array<string, mixed> */
	private function sourceData(): array
	{
		return $this->source === null ? [] : ['source' => $this->source->data()];
	}

	private static function isHeap(string $file): bool
	{
		$start = !RunUrl::is($file) && is_file($file) ? (string) @file_get_contents($file, false, null, 0, 16) : '';
		foreach (self::HEAP_STARTS as $known) {
			if (str_starts_with($start, $known)) {
				return true;
			}
		}

		return false;
	}

	/** @return non-empty-list<non-empty-list<string>> one or two, each of the files that a word stands for */
	private function sides(string $usage): array
	{
		$words = $this->arguments->rest;
		if ($words === [] || count($words) > 2) {
			throw new Problem($words === [] ? 'no run is named' : 'too many runs', $usage);
		}

		return array_map(fn (string $word): array => (new RunFinder($this->arguments))->files([$word]), $words);
	}

	/**
	 * The name of the page without its ending, in the folder where the user is.
	 *
	 * @param non-empty-list<non-empty-list<string>> $sides
	 */
	private function stem(array $sides): string
	{
		$files = array_map(static fn (array $files, string $word): string => count($files) === 1 ? $files[0]
			: trim((string) preg_replace('/[^\w.-]+/', '_', basename($word)), '_'), $sides, $this->arguments->rest);
		$names = array_map(static fn (string $file): string => $file === '-' ? 'report' : (RunUrl::is($file) ? Packages::store()->stem($file)
			: (string) preg_replace('/(?<=.)(\.(json|xhgui\.jsonl|jsonl|xhprof|heap|sqlite|db|gz))+$/D', '', basename($file))), $files);

		return (string) preg_replace('/[\x00-\x1F\x7F]+/', '_', implode('-to-', $names)); // anyone may have named them
	}

	/** @param list<string> $files */
	private static function needOther(array $files, string $out): void
	{
		foreach ($files as $file) {
			if (!RunUrl::is($file) && realpath($file) !== false && realpath($file) === realpath($out)) {
				throw new Problem("$out: that is the run itself", 'name another file by --out');
			}
		}
	}
}
