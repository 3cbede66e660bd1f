<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Application;
use XHProf\Cli\Arguments;
use XHProf\Cli\Heap\Database;
use XHProf\Cli\Page\Page;
use XHProf\Cli\Page\RunPart;
use XHProf\Cli\Problem;
use XHProf\Cli\Process\Browser;
use XHProf\Cli\Run\Folder;
use XHProf\Cli\Run\RunFile;
use XHProf\Cli\Terminal\Output;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Units;

/** xhprof report and xhprof open: a run as a page, or what changed between two. */
final class ReportCommand
{
	private const HEAP_STARTS = ["xhprof-heap\t", 'SQLite format 3'];

	public function __construct(private readonly Arguments $arguments, private readonly Terminal $terminal)
	{
	}

	/** Writes the page where it stays. */
	public function report(): int
	{
		$files = $this->files('xhprof report RUN [AFTER] [--out FILE.html]');
		$out = $this->arguments->value('out') ?? self::stem($files) . '.html';
		if ($out === '-') {
			return $this->print(self::page($files));
		}
		self::needOther($files, $out);
		RunFile::needWritable($out);
		self::page($files)->save($out, umask());
		Output::write($this->arguments->has('json') ? Application::encode('report', ['files' => $files, 'file' => $out])
			: "file:  $out (" . Units::bytes((int) @filesize($out)) . ")\n");
		if ($this->arguments->has('open') && !Browser::open($out)) {
			$this->terminal->write("xhprof: no browser can be started here; open that file in one\n");
		}

		return Application::OK;
	}

	/** Writes it to a temporary file, which nobody else may read, and shows it. */
	public function open(): int
	{
		$files = $this->files('xhprof open RUN [AFTER]');
		$folder = sys_get_temp_dir();
		if (!is_dir($folder) || !is_writable($folder)) {
			throw new Problem('there is no folder for temporary files', 'set TMPDIR to a folder where you may write');
		}
		$name = (string) preg_replace('/[^\w.-]+/', '_', self::stem($files));
		$out = sprintf('%s/xhprof-%s-%s.html', $folder, bin2hex(random_bytes(4)), substr($name, 0, 100));
		self::page($files)->save($out, 0077);
		$isOpen = Browser::open($out);
		Output::write($this->arguments->has('json')
			? Application::encode('open', ['files' => $files, 'file' => $out, 'browser' => $isOpen])
			: "file:  $out\n" . ($isOpen ? '' : "open:  no browser can be started here; open that file in one\n"));

		return Application::OK;
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

		return Application::OK;
	}

	/** @param non-empty-list<string> $files */
	private static function page(array $files): Page
	{
		$isHeap = array_map(self::isHeap(...), $files);
		if (in_array(true, $isHeap, true)) {
			if (in_array(false, $isHeap, true)) {
				throw new Problem('one is a snapshot of a heap, the other one is none', 'give two of a kind');
			}

			return Page::ofHeaps(array_map(static fn (string $file): array => [Database::of($file), basename($file)], $files));
		}
		$runs = array_map(static fn (string $file): RunPart => new RunPart(RunFile::load($file), basename($file)), $files);

		return isset($runs[1]) ? Page::ofRuns($runs[0], $runs[1]) : Page::ofRun($runs[0]);
	}

	private static function isHeap(string $file): bool
	{
		$start = is_file($file) ? (string) @file_get_contents($file, false, null, 0, 16) : '';
		foreach (self::HEAP_STARTS as $known) {
			if (str_starts_with($start, $known)) {
				return true;
			}
		}

		return false;
	}

	/** @return non-empty-list<string> one or two */
	private function files(string $usage): array
	{
		$words = $this->arguments->rest;
		if ($words === [] || count($words) > 2) {
			throw new Problem($words === [] ? 'which run?' : 'too many runs', $usage);
		}
		$dir = $this->arguments->value('dir');

		return array_map(static fn (string $word): string => Folder::resolve($word, $dir), $words);
	}

	/**
	 * The name of the page without its ending, in the folder where the user is.
	 *
	 * @param non-empty-list<string> $files
	 */
	private static function stem(array $files): string
	{
		$names = array_map(static fn (string $file): string => $file === '-' ? 'report'
			: (string) preg_replace('/(?<=.)(\.(json|xhgui\.jsonl|jsonl|xhprof|heap|sqlite|db|gz))+$/D', '', basename($file)), $files);

		return implode('-to-', $names);
	}

	/** @param list<string> $files */
	private static function needOther(array $files, string $out): void
	{
		foreach ($files as $file) {
			if (realpath($file) !== false && realpath($file) === realpath($out)) {
				throw new Problem("$out: that is the run itself", 'name another file by --out');
			}
		}
	}
}
