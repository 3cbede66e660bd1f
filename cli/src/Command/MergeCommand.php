<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Problem;
use XHProf\Cli\Run\RunFile;
use XHProf\Cli\Run\RunFormat;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\ExitStatus;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\View\RunView;

/** xhprof merge: the sum of runs, in a file. */
final class MergeCommand implements Command
{
	private readonly GivenRuns $runs;

	public function __construct(private readonly Arguments $arguments, private readonly Terminal $terminal)
	{
		$this->runs = new GivenRuns($arguments, $terminal);
	}

	public function run(): int
	{
		$merged = $this->runs->merged('xhprof merge RUN... --out FILE', true);
		$out = $this->arguments->value('out') ?? throw new Problem('no output file given', 'add --out FILE');
		$format = RunFormat::chosen($this->arguments, $out) ?? RunFormat::best();
		$sum = $merged->profile;
		$summary = $sum->summary();
		RunFile::save($sum, $format, $out);
		if ($out === '-') {
			return ExitStatus::OK;
		}

		return $this->runs->answer('merge', fn () => ['format' => $format, 'file' => $out, 'summary' => $summary],
			fn () => (new RunView($sum, $this->terminal, basename($out)))->head() . $this->runs->spread($merged)
				. "file:  $out ($format)\n");
	}
}
