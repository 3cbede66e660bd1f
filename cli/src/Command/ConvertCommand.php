<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Problem;
use XHProf\Cli\Run\RunFile;
use XHProf\Cli\Run\RunFormat;
use XHProf\Cli\Terminal\ExitStatus;

/** xhprof convert: a run in another format. */
final class ConvertCommand extends RunsCommand
{
	public function run(): int
	{
		$merged = $this->merged('xhprof convert RUN --format FORMAT [--out FILE]');
		$out = $this->arguments->value('out', '-');
		$format = RunFormat::chosen($this->arguments, $out)
			?? throw new Problem('no format given', '--format is one of: ' . implode(', ', RunFormat::names()));
		RunFile::save($merged->profile, $format, $out);

		return ExitStatus::OK;
	}
}
