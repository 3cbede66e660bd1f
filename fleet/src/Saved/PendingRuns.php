<?php
declare(strict_types=1);

namespace XHProf\Fleet\Saved;

use XHProf\Cli\Process\OpenFolder;
use XHProf\Cli\Process\RegularFile;
use XHProf\Cli\Saved\Folder;

/**
 * The runs of a folder that have not been taken yet. A run is whole once two looks have found the same files: the
 * extension renames complete files into place, but other programs may copy them slowly. Looks are rare enough to take
 * at most a 200th of a processor.
 */
final class PendingRuns
{
	/** The most runs that a look finds; the others are found later. */
	private const MOST = 5_000;

	private const SHARE = 200;

	/** @var array<int, PendingRun> */
	private array $runs = [];

	/** @var array<int, true> ids of runs that could not be taken: they do not count toward MOST */
	private array $late = [];

	private int $number = 0;
	private int $next_ns = 0;

	/** Why the last look failed, or found only a part; "": it found all. */
	public string $fault = '';

	/** The folder that the last look read, as the name may mean another folder by now; null: it could not be read. */
	private ?OpenFolder $folder = null;

	/** @param int $pause_ns the least time between two looks */
	public function __construct(private readonly string $path, private readonly TakenRuns $taken,
		private readonly int $pause_ns)
	{
	}

	/** Looks at the folder again, if that is due. Returns the number of the last look. */
	public function look(): int
	{
		$now_ns = (int) hrtime(true);
		if ($now_ns >= $this->next_ns) {
			$this->number++;
			clearstatcache();
			$this->compare($this->names(), $now_ns);
			$end_ns = (int) hrtime(true);
			$this->next_ns = $end_ns + max($this->pause_ns, self::SHARE * ($end_ns - $now_ns));
		}

		return $this->number;
	}

	/**
	 * Removes and returns the oldest whole run; null: there is none. If it is not taken, a later look finds it again.
	 */
	public function next(): ?PendingRun
	{
		foreach ($this->runs as $id => $run) {
			if ($run->isWhole) {
				unset($this->runs[$id]);

				return $run;
			}
		}

		return null;
	}

	/** Puts a run back until the next look. */
	public function again(PendingRun $run): void
	{
		$run->isWhole = false;
		$this->late[$run->id] = true;
		$this->runs[$run->id] = $run;
	}

	public function count(): int
	{
		return count($this->runs);
	}

	/** The path of a run's file. */
	public function file(string $name): string
	{
		return ($this->folder->path ?? $this->path) . "/$name";
	}

	/** @return string why the file could not be removed; "": it is gone */
	public function remove(string $name): string
	{
		clearstatcache();
		$problem = $this->problem();
		if ($problem !== '' || $this->folder?->unlink($name) === true || @lstat($this->file($name)) === false) {
			return $problem;
		}

		return ltrim(strrchr(error_get_last()['message'] ?? '', ':') ?: '', ': ');
	}

	/** Why files may not be removed from the folder; "": they may. */
	public function problem(): string
	{
		return $this->folder?->problem() ?? '';
	}

	/** @return array<int, PendingRun> the runs that have not been taken */
	private function names(): array
	{
		$this->folder = OpenFolder::of($this->path);
		$this->fault = $this->folder === null
			? "$this->path cannot be read: " . preg_replace('/^.*: /s', '', error_get_last()['message'] ?? '') : '';
		$runs = [];
		$count = 0;
		foreach ($this->folder?->names() ?? [] as $name) {
			$saved = Folder::saved($name);
			if ($saved === null || preg_match(Folder::RUN, $saved['run']) !== 1) {
				continue;
			}
			$id = TakenRuns::number($saved['run']);
			if ($this->taken->has($id)) {
				$this->taken->found($id, $this->number);
			} elseif (isset($runs[$id]) || count($runs) < self::MOST + count($this->late)) {
				$runs[$id] ??= new PendingRun($id, $saved['run']);
				$runs[$id]->files[$saved['kind']] = $name;
			}
			if (++$count > TakenRuns::MOST_IN_FOLDER) {
				$this->fault = "$this->path has more than " . TakenRuns::MOST_IN_FOLDER
					. ' files: the others wait; xhprof.keep limits their number';
				break;
			}
		}
		$this->late = array_intersect_key($this->late, $runs);

		return $runs;
	}

	/** @param array<int, PendingRun> $runs those that this look found */
	private function compare(array $runs, int $now_ns): void
	{
		foreach ($runs as $id => $run) {
			$this->stat($run);
			if ($run->files === []) {
				unset($runs[$id]);
				continue;
			}
			$before = $this->runs[$id] ?? null;
			$run->since_ns = $before->since_ns ?? $now_ns;
			$run->isWhole = $before !== null && $before->state === $run->state;
		}
		uasort($runs, static fn (PendingRun $a, PendingRun $b): int => [$a->time, $a->run] <=> [$b->time, $b->run]);
		$this->runs = $runs;
	}

	/**
	 * Reads the state of a run's files, and leaves out all that are not regular: a symlink could name any file of this
	 * machine, and a pipe could block.
	 */
	private function stat(PendingRun $run): void
	{
		ksort($run->files, SORT_STRING);
		foreach ($run->files as $kind => $name) {
			$status = @lstat($this->file($name));
			if ($status === false || !RegularFile::is($status)) {
				unset($run->files[$kind]);
				continue;
			}
			$run->time = max($run->time, $status['mtime']);
			$run->state .= "$name $status[ino] $status[size] $status[mtime]\n";
		}
	}
}
