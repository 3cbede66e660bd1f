<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Live\Databases;
use XHProf\Cli\Live\Deaths;
use XHProf\Cli\Live\WaitCause;
use XHProf\Cli\Live\CauseDetails;
use XHProf\Cli\Live\WaitGraph;
use XHProf\Cli\Live\ProcessDump;
use XHProf\Cli\Live\Rings;
use XHProf\Cli\Live\Target;
use XHProf\Cli\Problem;
use XHProf\Cli\Process\CommandLine;
use XHProf\Cli\Saved\TraceId;
use XHProf\Cli\View\DumpView;
use XHProf\Cli\View\LeftOut;
use XHProf\Ring;

/** xhprof dump: the stack of each process at this moment. */
final class DumpCommand extends Command
{
	/** How long a process has to answer: it may have no CPU, or be in a long internal function. */
	private const TIMEOUT_S = 1.0;
	private const POLL_US = 1000;

	/** Where this command hardly gets a CPU, neither does the process: it has until so many polls, too. */
	private const LEAST_POLLS = 100;

	public function run(): int
	{
		$target = Target::of($this->arguments->rest, 'xhprof dump [TARGET]', mayBeOutside: true);
		$trace = TraceId::of($this->arguments);
		$databases = Databases::of($this->arguments);
		$rings = new Rings($target->doubt());
		$dumps = array_values(array_filter(self::dump($rings, $target->files(), $this->arguments->has('locals')),
			static fn (ProcessDump $dump): bool => !$dump->isOver() && ($trace === null || $dump->isOf($trace))));
		$refused = $rings->refused();
		if ($dumps === []) {
			throw $trace !== null ? new Problem("no process of {$target->name()} runs a request of the trace $trace",
				CommandLine::of(['xhprof', 'slow', '--trace', $trace]) . ' lists those that are over')
				: new Problem(array_values($rings->lines())[0]
					?? 'no process of ' . $target->name() . ' is alive, and none died in a request');
		}
		self::findHolders($dumps, $target, new WaitGraph($databases));
		$deaths = new Deaths();
		array_walk($dumps, static fn (ProcessDump $dump) => $dump->findDeath($deaths));
		$databases->warn();

		return $this->answer('dump', fn () => ['target' => $target->name(), 'time' => round(microtime(true), 3),
			'processes' => array_map(static fn (ProcessDump $dump): array => $dump->data(), $dumps),
			'refused' => LeftOut::data($refused)], fn () => (new DumpView($this->terminal))->text($dumps, $refused));
	}

	/**
	 * Dumps the processes that others wait for, too.
	 *
	 * @param list<ProcessDump> $dumps
	 */
	private static function findHolders(array $dumps, Target $target, WaitGraph $holders): void
	{
		$holds = [];
		foreach ($dumps as $i => $dump) {
			$holder = $dump->status()['is_alive'] === true
				? $holders->of($dump->status()['pid'], $dump->stacks(1)[0]['wait'] ?? null) : null;
			$holds += $holder === null ? [] : [$i => $holder];
		}
		$pids = array_filter(array_map(static fn (WaitCause $hold): ?int => $hold->pid, $holds));
		$files = array_merge([], ...array_map($target->filesOf(...), array_values(array_unique($pids))));
		self::dump(new Rings(), $files, false);
		foreach ($holds as $i => $hold) {
			$dumps[$i]->holder = CauseDetails::of($hold, $target->filesOf(...));
		}
	}

	/**
	 * Asks all of them at once, then waits for all of them.
	 *
	 * @param list<string> $files
	 * @return list<ProcessDump>
	 */
	private static function dump(Rings $rings, array $files, bool $hasLocals): array
	{
		$dumps = array_values($rings->open($files, [], static fn (Ring $ring, string $file): ProcessDump =>
			new ProcessDump($file, $ring, $hasLocals)));
		$end = hrtime(true) / 1e9 + self::TIMEOUT_S;
		for ($polls = 0; ($polls < self::LEAST_POLLS || hrtime(true) / 1e9 < $end)
			&& array_filter($dumps, static fn (ProcessDump $dump): bool => $dump->isWaiting()) !== []; $polls++) {
			usleep(self::POLL_US);
		}

		return $dumps;
	}
}
