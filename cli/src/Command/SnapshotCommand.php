<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Live\Rings;
use XHProf\Cli\Live\Target;
use XHProf\Cli\Problem;
use XHProf\Cli\Process\AtomicFile;
use XHProf\Cli\Process\CommandLine;
use XHProf\Cli\Process\Glob;
use XHProf\Cli\Process\OpenFolder;
use XHProf\Cli\Process\RegularFile;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\Duration;
use XHProf\Cli\Terminal\ExitStatus;
use XHProf\Cli\Terminal\Json;
use XHProf\Cli\Terminal\Output;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Units;
use XHProf\Ring;

/** xhprof snapshot: a process writes its heap to its own xhprof.output_dir, and it is fetched from there. */
final class SnapshotCommand extends Command
{
	private readonly int $pid;
	private readonly string $out;
	private readonly string $folder;
	private readonly Ring $ring;
	private readonly int $refused;

	/** The user of the ring's file, whatever is in it. */
	private readonly int $owner;

	public function __construct(Arguments $arguments, Terminal $terminal)
	{
		parent::__construct($arguments, $terminal);
		if ($arguments->rest === []) {
			throw new Problem('no process given', 'xhprof snapshot PID --out FILE; xhprof live shows the pids');
		}
		$this->out = $arguments->value('out') ?? throw new Problem('no output file given',
			CommandLine::of(['xhprof', 'snapshot', $arguments->rest[0], '--out', 'app.heap']));
		$this->folder = rtrim($arguments->value('dir') ?? (string) ini_get('xhprof.output_dir'), '/');
		if ($this->folder === '') {
			throw new Problem('xhprof.output_dir of this PHP is not set',
				'give the xhprof.output_dir of the process with --dir DIR');
		}
		if (!is_dir($this->folder) || !is_readable($this->folder)) {
			throw new Problem("$this->folder: "
				. (is_dir($this->folder) ? 'no permission to read it' : 'no such folder'),
				'the process writes its snapshot to its xhprof.output_dir: give that with --dir DIR, '
					. 'and run this command as its user');
		}
		$files = Target::of($arguments->rest, 'xhprof snapshot PID --out FILE')->files();
		if (count($files) !== 1) {
			throw new Problem(count($files) . ' processes have rings there, and a snapshot is of one process',
				'xhprof snapshot PID --out FILE; xhprof live shows the pids');
		}
		$rings = new Rings();
		$this->ring = $rings->open($files, [], static fn (Ring $ring): Ring => $ring)[$files[0]]
			?? throw new Problem($rings->lines()[$files[0]] ?? 'the process is gone');
		$this->owner = (int) @fileowner($files[0]);
		$status = $this->ring->status();
		$this->pid = $status['pid'];
		$this->refused = $status['sampling']['snapshots_refused'];
		if (!in_array('snapshot', $status['allowed'], true)) {
			throw new Problem("process $this->pid does not allow readers to request snapshots",
				'add the word snapshot to xhprof.live_allow in its php.ini, and restart it');
		}
	}

	public function run(): int
	{
		$before = $this->snapshots();
		if (!$this->ring->control(['snapshot' => true])) {
			throw new Problem("process $this->pid has ended");
		}
		$file = $this->await($before, $this->arguments->duration('timeout', '30s', 's', 1_000_000_000));
		$this->fetch($file);
		$bytes = (int) filesize($this->out);
		Output::write($this->arguments->has('json')
			? Json::encode('snapshot', ['pid' => $this->pid, 'file' => $this->out, 'bytes' => $bytes], 0)
			: "$this->out: " . Units::bytes($bytes) . ", the heap of process $this->pid; "
			. CommandLine::of(['xhprof', 'heap', CommandLine::file($this->out)]) . " looks into it\n");

		return ExitStatus::OK;
	}

	/** @return list<string> finished ones; the process' pid is in their names */
	private function snapshots(): array
	{
		return Glob::in($this->folder, "*-$this->pid.xhprof.heap");
	}

	/** @param list<string> $before */
	private function await(array $before, int $timeout_ns): string
	{
		$end = hrtime(true) + $timeout_ns;
		$isShown = false;
		do {
			clearstatcache();
			$new = array_values(array_diff($this->snapshots(), $before));
			if ($new !== []) {
				return end($new);
			}
			$status = $this->ring->status();
			if ($status['sampling']['snapshots_refused'] > $this->refused) {
				throw new Problem("process $this->pid is writing a snapshot, or wrote one less than 10 s ago",
					'try again in 10 s');
			}
			$state = $status['state'];
			if ($state === 'idle' && !$isShown && $this->terminal->isTerminal) {
				$this->terminal->write("process $this->pid is idle: it writes the snapshot in its next request\n");
				$isShown = true;
			}
			usleep(50_000);
		} while (hrtime(true) < $end && Rings::isAlive($this->ring->status()));

		throw $this->lateness((string) $state, Duration::spelled($timeout_ns));
	}

	private function lateness(string $state, string $timeout): Problem
	{
		if (!Rings::isAlive($this->ring->status())) {
			return new Problem("process $this->pid ended before it wrote a snapshot");
		}
		if ($state === 'idle') {
			return new Problem("process $this->pid was idle for $timeout",
				'it writes the snapshot in its next request; --timeout TIME waits longer');
		}

		return new Problem("process $this->pid wrote no snapshot to $this->folder within $timeout",
			'check that --dir is its xhprof.output_dir, and that it may write there; its error log says why it could '
				. 'not. A process that waits in a system call writes the snapshot when the call returns');
	}

	/** Copied, and not renamed: the folder is the process' user's, who may have put a symlink to any file there. */
	private function fetch(string $file): void
	{
		try {
			$source = RegularFile::open($file, $this->owner);
		} catch (Problem | \RuntimeException $e) {
			throw new Problem("$file exists, but could not be fetched: {$e->getMessage()}",
				'only the user of the process can read a snapshot');
		}
		$size = fstat($source)['size'] ?? 0;
		AtomicFile::fill($this->out,
			static fn ($out): bool => @stream_copy_to_stream($source, $out, $size) === $size, false, 0600);
		OpenFolder::unlinkPath($file);
	}
}
