<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Doctor\Machine;
use XHProf\Cli\Problem;
use XHProf\Cli\Process\Glob;
use XHProf\Cli\Process\OwnFile;
use XHProf\Cli\Process\Php;
use XHProf\Cli\Process\SafeFolder;

/**
 * Reads processes that have no ring. A child of this process, cli/outside.php, looks at them from outside and writes
 * rings of them into a folder, which is removed at the end.
 */
final class Outside
{
	/** How long to wait for the child's first answer: even a busy machine takes less. */
	private const TIMEOUT_S = 60;
	private const END_S = 1.0;

	/** A file system in memory, on systems that have it. */
	private const PLACE = '/dev/shm';

	public readonly string $folder;

	/** @var resource|null */
	private $process = null;

	/** @var array<int, resource> the child's input, whose end ends it, and its answers */
	private array $pipes = [];

	/** @var array<int, string> why processes cannot be read, by pid */
	private array $refused = [];

	/** @param string $target a pid, or a pattern of titles: FpmPool::pattern() */
	private function __construct(private readonly string $target)
	{
		$this->folder = SafeFolder::make(Machine::OUTSIDE . getmypid() . '-', self::PLACE);
		self::sweep(dirname($this->folder));
		register_shutdown_function($this->end(...));
		$this->start();
	}

	/**
	 * Starts the child, and returns once it has tried each process of the target. Throws if none can be read.
	 *
	 * @param Problem|null $else has the advice if the child's answer has none
	 * @param bool $mayWait there may be no process yet
	 */
	public static function of(string $target, string $name, ?Problem $else = null, bool $mayWait = false): self
	{
		$outside = new self($target);
		$attached = $outside->answer();
		if ($attached === null) {
			throw new Problem("$name has no ring, and could not be read from outside within "
				. self::TIMEOUT_S . ' s');
		}
		if ($attached === 0 && !($mayWait && $outside->refused === [])) {
			[$why, $advice] = explode(': ', array_values($outside->refused)[0] ?? 'it has ended', 2) + ['', ''];
			throw new Problem("$name has no ring, and cannot be read from outside: $why",
				$advice !== '' ? $advice : ($else === null ? '' : $else->advice));
		}

		return $outside;
	}

	/**
	 * Removes the folders that this user's killed commands left. Folders of other users are left alone: they are theirs
	 * to remove, and they could swap them while we look.
	 */
	private static function sweep(string $place): void
	{
		foreach (Glob::in($place, Machine::OUTSIDE . '*-*') as $folder) {
			if (preg_match('/-(\d+)-[0-9a-f]+$/D', $folder, $found) === 1 && !is_dir("/proc/$found[1]")
				&& SafeFolder::isPrivate($folder)) {
				SafeFolder::remove($folder);
			}
		}
	}

	private function start(): void
	{
		$process = proc_open([PHP_BINARY, ...Php::options(), OwnFile::of('outside.php', $this->folder), $this->folder,
			$this->target], [['pipe', 'r'], ['pipe', 'w'], ['file', '/dev/null', 'w']], $pipes);
		if ($process === false) {
			throw new Problem('could not start ' . PHP_BINARY);
		}
		[$this->process, $this->pipes] = [$process, $pipes];
		stream_set_blocking($pipes[1], false);
	}

	/** Waits for the child's answer: how many processes it reads; null: it does not answer. */
	private function answer(): ?int
	{
		[$read, $none] = [[$this->pipes[1]], null];

		return @stream_select($read, $none, $none, self::TIMEOUT_S) === 0 ? null : $this->take();
	}

	/** Reads the answers of the child; the last one has the number of processes that it reads. */
	private function take(): int
	{
		$attached = 0;
		while (($line = fgets($this->pipes[1])) !== false) {
			/** @var array{attached?: int, refused?: array<int, string>}|null $answer */
			$answer = json_decode($line, true);
			$attached = $answer['attached'] ?? 0;
			$this->refused = $answer['refused'] ?? [];
		}

		return $attached;
	}

	/** Must be called now and then: reads the answers of the child, and starts another child if it has died. */
	public function refresh(): void
	{
		$this->take();
		if ($this->process !== null && feof($this->pipes[1])) {
			$this->close();
			$this->start();
		}
	}

	/** @return list<string> why processes cannot be read */
	public function problems(): array
	{
		return array_values($this->refused);
	}

	/** Ends the child, and removes its rings. */
	public function end(): void
	{
		$this->close();
		SafeFolder::remove($this->folder);
	}

	/** Ends the child by closing its input. One that still runs after END_S is killed. */
	private function close(): void
	{
		if ($this->process === null) {
			return;
		}
		array_map(fclose(...), $this->pipes);
		$end = hrtime(true) / 1e9 + self::END_S;
		while (proc_get_status($this->process)['running'] && hrtime(true) / 1e9 < $end) {
			usleep(2000);
		}
		proc_terminate($this->process, 9);
		proc_close($this->process);
		$this->process = null;
		$this->pipes = [];
	}
}
