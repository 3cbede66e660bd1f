<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

use XHProf\Cli\Problem;
use XHProf\Fleet\Saved\Intake;
use XHProf\Fleet\Saved\PendingRun;
use XHProf\Fleet\Saved\PendingRuns;
use XHProf\Fleet\Saved\Quarantine;
use XHProf\Fleet\Saved\TakenRuns;
use XHProf\Profile;

/**
 * Makes one batch of each run that xhprof.auto saves in a folder. A run always makes the same batch with the same id,
 * so that after an interruption it is sent again under the same name.
 *
 * Use: foreach ($runs->batches() as $batch) { store it; $runs->taken($batch); }. A batch that is neither taken nor left
 * is returned again.
 */
final class Runs
{
	/** The time after which batches() begins no further run, so that the caller can do its other work. */
	private const TURN_NS = 50_000_000;

	/** A damaged file may be one that is still being written, unless it has not changed for this long. */
	private const UNCHANGED_S = 60;

	private const MOST_S = 30 * 86400;
	/** No run began before 2001. */
	private const FIRST_S = 1_000_000_000;

	private const MOST_NOTES = 20;
	private const MOST_TAGS = 8;

	private readonly TakenRuns $taken;
	private readonly PendingRuns $pending;
	private int $look = 0;
	private string $fault = '';

	/** A run could not be read, and none has been read since. The log has only one line about this. */
	private bool $isLate = false;

	/** @var array<int, true> runs that already have their line in the log, by id; the metric counts each attempt */
	private array $said = [];

	/** @var array<string, PendingRun> the runs of the batches that were handed out, by the ids of the batches */
	private array $open = [];

	/** @var list<string> */
	private array $notes = [];

	/** @var array{taken: int, left: int, damaged: int, unreadable: int, kept: int, late: int} */
	private array $counts = ['taken' => 0, 'left' => 0, 'damaged' => 0, 'unreadable' => 0, 'kept' => 0, 'late' => 0];

	/**
	 * @param string|null $file keeps the ids of taken runs, such as "runs" in the spool; null: after a new start all
	 *     runs are taken again
	 * @param \Closure(array<int|string, string> $tags, string $php): Series $series makes the labels of a run from its
	 *     tags and its version of PHP, which are as the file has them: any bytes, of any length
	 * @param bool $isKept false: a run is removed once it is taken
	 * @param string|null $quarantine a folder for damaged files, if runs are not kept; null: damaged files are removed
	 */
	public function __construct(
		private readonly string $folder,
		?string $file,
		private readonly \Closure $series,
		private bool $isKept = true,
		private readonly ?string $quarantine = null,
		float $pauseS = 5.0,
	) {
		$this->taken = new TakenRuns($file);
		$this->pending = new PendingRuns($folder, $this->taken, (int) ($pauseS * 1e9));
	}

	/** @return \Generator<int, Batch> the oldest first */
	public function batches(): \Generator
	{
		$end_ns = (int) hrtime(true) + self::TURN_NS;
		$this->look = $this->pending->look();
		$this->open = [];
		if ($this->pending->fault !== $this->fault) {
			$this->fault = $this->pending->fault;
			$this->note($this->fault === '' ? "$this->folder can be read again" : $this->fault);
		}
		while ((int) hrtime(true) < $end_ns && ($run = $this->pending->next()) !== null) {
			$batch = $this->batch($run);
			if ($batch !== null) {
				$this->isLate = false;
				$this->open[$batch->id] = $run;
				yield $batch;
			}
		}
	}

	/** Must be called when a crash can no longer lose the batch: its run is not handed out again. */
	public function taken(Batch $batch): void
	{
		$run = $this->close($batch, 'taken');
		if ($run !== null) {
			$this->remove($run);
		}
	}

	/** Must be called if no destination takes the batch: its run is not handed out again, and its files stay. */
	public function left(Batch $batch): void
	{
		$this->close($batch, 'left');
	}

	/** @param 'taken'|'left' $how */
	private function close(Batch $batch, string $how): ?PendingRun
	{
		$run = $this->open[$batch->id] ?? null;
		unset($this->open[$batch->id]);
		if ($run !== null) {
			$this->counts[$how]++;
			$this->taken->add($run->id, $this->look);
		}

		return $run;
	}

	/** @return array<string, int> numbers since the start; "runs_waiting" is the current one */
	public function counters(): array
	{
		return ['runs_taken' => $this->counts['taken'], 'runs_left' => $this->counts['left'],
			'runs_damaged' => $this->counts['damaged'], 'runs_unreadable' => $this->counts['unreadable'],
			'runs_not_removed' => $this->counts['kept'], 'runs_failed_reads' => $this->counts['late'],
			'runs_unwritten_ids' => $this->taken->unwritten, 'runs_waiting' => $this->pending->count()];
	}

	/** How often the folder was looked through. A run that two looks found unchanged is complete. */
	public function looks(): int
	{
		return $this->look;
	}

	/** @return list<string> lines for a log about what happened since the last call; only the first MOST_NOTES */
	public function notes(): array
	{
		[$notes, $this->notes] = [$this->notes, []];

		return $notes;
	}

	private function note(string $text): void
	{
		if (count($this->notes) < self::MOST_NOTES) {
			$this->notes[] = (string) preg_replace('/[^\x20-\x7E]/', '?', $text); // names of files may have any bytes
		}
	}

	private function batch(PendingRun $run): ?Batch
	{
		$name = $run->best();
		if ($name === null) {
			$this->counts['unreadable']++;
			$this->note("run $run->run cannot be sent: no file of it can be loaded; set xhprof.auto_formats = json.gz");
			$this->taken->add($run->id, $this->look);
			return null;
		}
		try {
			return $this->batchOf($run, Intake::load($this->pending->file($name)));
		} catch (\LengthException $large) {
			$this->counts['unreadable']++;
			$this->note("$this->folder/$name stays, and is not sent: {$large->getMessage()}");
			$this->taken->add($run->id, $this->look);
			return null;
		} catch (Problem | \ValueError $problem) {
			$this->damaged($run, $name, $problem->getMessage());
			return null;
		} catch (\RuntimeException $later) {
			$this->later($run, "$this->folder/$name: {$later->getMessage()}; it is tried again");
			return null;
		}
	}

	private function later(PendingRun $run, string $note): void
	{
		$this->pending->again($run);
		$this->counts['late']++;
		if (!$this->isLate && !isset($this->said[$run->id])) {
			$this->isLate = true;
			$this->said[$run->id] = true;
			$this->note($note);
		}
	}

	private function batchOf(PendingRun $run, Profile $profile): Batch
	{
		$meta = $profile->meta();
		$own = is_array($meta['xhprof'] ?? null) ? $meta['xhprof'] : [];
		$series = ($this->series)(self::tags($own['tags'] ?? null), is_string($own['php'] ?? null) ? $own['php'] : '');
		$trace = self::id($own['trace'] ?? null, 32);
		$span = $trace === '' ? '' : self::id($own['span'] ?? null, 16);
		$parts = array_map(static fn (array $part): BatchPart => new BatchPart($series, $part[0], $part[1], $meta,
			$trace, $span), Intake::kinds($profile));
		[$from, $until] = self::times($profile, $run->time);

		return new Batch("run-$run->run", $run->id & PHP_INT_MAX, 1, $from, $until, $parts);
	}

	/** @return string "" if it is no id, as anyone may have written the file */
	private static function id(mixed $text, int $digits): string
	{
		return is_string($text) && preg_match("/^[0-9a-f]{{$digits}}$/D", $text) === 1 ? $text : '';
	}

	/** @return array<int|string, string> at most as many as a process may have */
	private static function tags(mixed $tags): array
	{
		return array_slice(array_filter(is_array($tags) ? $tags : [], is_string(...)), 0, self::MOST_TAGS, true);
	}

	/** @return array{int, int} the run's own times; if they are impossible, those of its file */
	private static function times(Profile $profile, int $fileTime): array
	{
		$summary = $profile->summary();
		$seconds = min(self::MOST_S, $summary['wall_ns'] / 1e9);
		$began = $summary['started'] > self::FIRST_S && $summary['started'] < time() + 86400 ? $summary['started']
			: max(0.0, $fileTime - $seconds);
		$from = (int) $began;

		return [$from, max($from + 1, (int) ceil($began + $seconds))];
	}

	private function damaged(PendingRun $run, string $name, string $reason): void
	{
		if (time() - $run->time < self::UNCHANGED_S
			&& (int) hrtime(true) - $run->since_ns < self::UNCHANGED_S * 1_000_000_000) {
			$this->pending->again($run);
			return;
		}
		$this->counts['damaged']++;
		$this->note("$this->folder/$name is left out: $reason");
		$this->taken->add($run->id, $this->look);
		// If the quarantine cannot take the file, as on a full disk, it stays where it is: if it were removed, nobody
		// could look at it.
		if ($this->isKept || $this->quarantine === null || $this->pending->problem() !== ''
			|| (new Quarantine($this->quarantine))->take($this->pending->file($name))) {
			$this->remove($run);
		}
	}

	private function remove(PendingRun $run): void
	{
		foreach ($this->isKept ? [] : $run->files as $name) {
			$problem = $this->pending->remove($name);
			if ($problem !== '') {
				$this->counts['kept']++;
				$this->isKept = true;
				$this->note("$this->folder/$name cannot be removed: $problem; runs are kept from here on");
				return;
			}
		}
	}
}
