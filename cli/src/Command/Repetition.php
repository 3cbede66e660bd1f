<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Problem;
use XHProf\Cli\Process\Child;
use XHProf\Cli\Process\RunRequest;
use XHProf\Cli\Run\Reduction;
use XHProf\Cli\Run\RunFile;
use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Terminal\Terminal;

/**
 * xhprof run --repeat: runs the same command again and again, or two commands in turns, so that a machine that becomes
 * slower slows both. Each run has empty input, and its output is discarded.
 */
final class Repetition
{
	/** Runs before the first one that counts. They fill caches, such as that of files. */
	private const WARM_UPS = 1;

	/** The first exit status of any run that is not 0; 0: there is none. */
	public int $status = 0;

	/** @var array<int, int> the same for each command */
	public array $statuses = [];

	private int $last = 0;
	private int $signal = 0;

	/** @param string $folder where the command leaves "run" and "problem" */
	public function __construct(private readonly string $folder, private readonly Terminal $terminal,
		private readonly bool $isQuiet, private readonly Reduction $reduction)
	{
	}

	/**
	 * @param non-empty-list<list<string>> $commands
	 * @param list<string> $names of the commands, for people
	 * @param int|null $warm the number of commands that have a warm-up; null: all
	 * @return non-empty-list<RunSet> one for each
	 */
	public function run(array $commands, int $runs, array $names = [], ?int $warm = null): array
	{
		$sets = array_map(static fn (array $command): RunSet => new RunSet(), $commands);
		for ($round = -self::WARM_UPS; $round < $runs; $round++) {
			// The order alternates, because the second command of a round may profit from the caches of the first.
			$order = $round % 2 === 0 ? $commands : array_reverse($commands, true);
			foreach ($round < 0 ? array_reverse(array_slice($commands, 0, $warm), true) : $order as $i => $command) {
				$name = isset($names[$i]) ? "$names[$i]: " : '';
				$this->progress("xhprof: $name" . ($round < 0 ? 'warm-up' : 'run ' . ($round + 1) . " of $runs"));
				$run = $this->once($command, $name . ($round < 0 ? 'the warm-up' : 'run ' . ($round + 1)));
				$this->statuses[$i] = ($this->statuses[$i] ?? 0) ?: $this->last;
				if ($round >= 0) {
					$sets[$i]->add($run);
				}
			}
		}
		$this->progress('');

		return $sets;
	}

	/** @param list<string> $command */
	private function once(array $command, string $name): \XHProf\Profile
	{
		$child = new Child();
		RunRequest::forgetProcesses($this->folder);
		$status = $this->last = $child->run($command, static function (): void {
		}, [['file', Child::NOWHERE, 'r'], ['file', Child::NOWHERE, 'w']]);
		$this->status = $this->status !== 0 ? $this->status : $status;
		$this->signal = $child->signal();
		$problem = is_file("$this->folder/problem") ? trim((string) file_get_contents("$this->folder/problem")) : '';
		if (!is_file("$this->folder/run") || $this->signal > 0) {
			$this->progress('');
			throw new Problem("$name left no profile: " . ($this->signal > 0 ? "it was killed by signal $this->signal"
				: ($problem !== '' ? $problem : "it exited with status $status")), 'no set is saved');
		}
		$run = $this->reduction->apply(RunFile::load("$this->folder/run"));
		unlink("$this->folder/run");

		return $run;
	}

	private function progress(string $text): void
	{
		if (!$this->isQuiet) {
			$this->terminal->progress($text);
		}
	}
}
