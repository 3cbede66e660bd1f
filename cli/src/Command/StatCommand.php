<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Metric\Events;
use XHProf\Cli\Process\Child;
use XHProf\Cli\Process\RunRequest;
use XHProf\Cli\Process\SafeFolder;
use XHProf\Cli\Run\RunFile;
use XHProf\Cli\Run\RunFormat;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\ExitStatus;
use XHProf\Cli\Terminal\Json;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\View\StatView;

/** xhprof stat: what a script did as a whole, by events; calls are not recorded. */
final class StatCommand extends Command
{
	private const EVENTS = ['context-switches', 'cpu-migrations', 'page-faults', 'major-faults', 'cycles',
		'instructions', 'branches', 'branch-misses'];

	/** @var non-empty-list<string> */
	private readonly array $words;

	private readonly Events $events;

	public function __construct(Arguments $arguments, Terminal $terminal)
	{
		parent::__construct($arguments, $terminal);
		$this->words = RunRequest::script($arguments->rest, 'stat');
		$list = $arguments->value('events');
		$names = $list === null ? self::EVENTS : Events::split($list);
		$this->events = new Events(array_map(static fn (string $name): string => explode(':', $name)[0], $names));
	}

	public function run(): int
	{
		$dir = SafeFolder::make('xhprof-');
		$child = new Child();
		try {
			$status = $child->run($this->command($dir), static function (int $pid): void {
			});
			$this->terminal->write($this->report($dir));
			$isCounted = is_file("$dir/run");
		} finally {
			SafeFolder::remove($dir);
		}
		$child->endBySameSignal();

		return $status === ExitStatus::OK && !$isCounted ? ExitStatus::PROBLEM : $status;
	}

	/** @return non-empty-list<string> */
	private function command(string $dir): array
	{
		return RunRequest::command($dir, [
			'flags' => XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY,
			'ignore' => [],
			'reduce' => [],
			'beside' => null,
			'options' => ['mode' => 'none', 'events' => $this->events->granted],
			'files' => ["$dir/run" => RunFormat::best()],
			'mask' => 0077,
			'title' => '',
		], $this->words);
	}

	private function report(string $dir): string
	{
		if (!is_file("$dir/run")) {
			$problem = is_file("$dir/problem") ? trim((string) file_get_contents("$dir/problem"))
				: 'PHP ran no script from a file';

			return "xhprof: nothing was counted: $problem\n";
		}
		$view = new StatView(RunFile::load("$dir/run")->summary(), $this->events->refused, $this->terminal);

		return $this->arguments->has('json') ? Json::encode('stat', $view->data(), 0)
			: $view->text(implode(' ', $this->words));
	}
}
