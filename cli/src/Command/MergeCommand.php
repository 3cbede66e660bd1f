<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Problem;
use XHProf\Cli\Run\RunFile;
use XHProf\Cli\Run\RunFormat;
use XHProf\Cli\Terminal\ExitStatus;
use XHProf\Cli\View\RunView;

/** xhprof merge: the sum of runs, in a file. */
final class MergeCommand extends RunsCommand
{
	public function run(): int
	{
		$merged = $this->merged('xhprof merge RUN... --out FILE', true);
		$out = $this->arguments->value('out') ?? throw new Problem('no output file given', 'add --out FILE');
		$format = RunFormat::chosen($this->arguments, $out) ?? RunFormat::best();
		$sum = $merged->profile;
		$summary = $sum->summary();
		RunFile::save($sum, $format, $out);
		if ($out === '-') {
			return ExitStatus::OK;
		}

		return $this->answer('merge', fn () => ['format' => $format, 'file' => $out, 'summary' => $summary],
			fn () => (new RunView($sum, $this->terminal, basename($out)))->head() . $this->spread($merged)
				. "file:  $out ($format)\n");
	}
}
