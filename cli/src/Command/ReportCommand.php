<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Package\RunUrl;
use XHProf\Cli\Page\Page;
use XHProf\Cli\Problem;
use XHProf\Cli\Run\RunFile;
use XHProf\Cli\Terminal\ExitStatus;
use XHProf\Cli\Terminal\Output;
use XHProf\Cli\Terminal\Units;

/** xhprof report: a run as a page, or what changed between two, in a file that stays. */
final class ReportCommand extends Command
{
	public function run(): int
	{
		$page = new GivenPage($this->arguments, 'xhprof report RUN [AFTER] [--out FILE.html]');
		$files = $page->files();
		$out = $this->arguments->value('out') ?? $page->stem() . '.html';
		if ($out === '-') {
			return $this->print($page->make());
		}
		self::needOther($files, $out);
		RunFile::needWritable($out);
		$page->make()->save($out);

		return $this->answer('report', fn () => ['files' => $files, 'file' => $out] + $page->sourceData(),
			fn () => "file:  $out (" . Units::bytes((int) @filesize($out)) . ")\n" . $page->sourceText());
	}

	private function print(Page $page): int
	{
		if (stream_isatty(STDOUT)) {
			throw new Problem('html cannot be written to a terminal', 'give a file with --out FILE');
		}
		$copy = tmpfile();
		if ($copy === false) {
			throw new Problem('no folder for temporary files can be used', 'set TMPDIR to a writable folder');
		}
		$page->write($copy);
		rewind($copy);
		while (($part = fread($copy, 1 << 20)) !== false && $part !== '') {
			Output::write($part);
		}

		return ExitStatus::OK;
	}

	/** @param list<string> $files */
	private static function needOther(array $files, string $out): void
	{
		foreach ($files as $file) {
			if (!RunUrl::is($file) && realpath($file) !== false && realpath($file) === realpath($out)) {
				throw new Problem("$out: this is the run itself", 'give another file with --out FILE');
			}
		}
	}
}
