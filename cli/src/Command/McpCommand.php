<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Help\Reference;
use XHProf\Cli\Mcp\Messages;
use XHProf\Cli\Mcp\Roots;
use XHProf\Cli\Mcp\Server;
use XHProf\Cli\Mcp\Tools;
use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\ExitStatus;

/** xhprof mcp: lets a coding agent profile, read runs and compare them. */
final class McpCommand extends Command
{
	public function run(): int
	{
		if (stream_isatty(STDIN)) {
			throw new Problem('this is a server for a coding agent, which starts it and talks to it by pipes',
				'docs/agents.md says how to configure one');
		}
		$timeout_s = $this->arguments->duration('timeout', '300s', 's') / 1e9;
		$folder = (string) ini_get('xhprof.output_dir');
		// Without that setting, `run` saves in the folder for temporary files, where others have files, too.
		$roots = new Roots($this->arguments->rest, $folder === '' ? sys_get_temp_dir() . '/xhprof-*' : $folder);
		(new Server(new Messages(STDIN), new Tools($roots), $roots->reach, Reference::VERSION, $timeout_s))->run();

		return ExitStatus::OK;
	}
}
