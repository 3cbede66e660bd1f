<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Problem;
use XHProf\Cli\Process\Browser;
use XHProf\Cli\Terminal\ExitStatus;
use XHProf\Cli\Terminal\Output;

/** xhprof open: the page of report in a temporary file, which nobody else may read, shown by a browser. */
final class OpenCommand extends Command
{
	public function run(): int
	{
		$page = new GivenPage($this->arguments, 'xhprof open RUN [AFTER]');
		$folder = sys_get_temp_dir();
		if (!is_dir($folder) || !is_writable($folder)) {
			throw new Problem('no folder for temporary files can be used', 'set TMPDIR to a writable folder');
		}
		$name = (string) preg_replace('/[^\w.-]+/', '_', $page->stem());
		$out = sprintf('%s/xhprof-%s-%s.html', $folder, bin2hex(random_bytes(4)), substr($name, 0, 100));
		$page->make()->save($out);
		$isOpen = Browser::open($out);
		Output::write("file:  $out\n" . $page->sourceText()
			. ($isOpen ? '' : "open:  no browser could be started; open that file in one\n"));

		return ExitStatus::OK;
	}
}
