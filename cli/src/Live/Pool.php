<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Breakdown\Waits;
use XHProf\Cli\Statistics\ShareErrors;
use XHProf\Profile;
use XHProf\Ring;

/**
 * All live processes of a target, including those that start meanwhile, and our leases to sample them.
 *
 * @phpstan-import-type WorkerRow from Worker
 * @phpstan-import-type Stack from Ring
 * @phpstan-import-type Summary from Profile
 * @phpstan-type FunctionRow array{function: string, own_ns: int, wall_ns: int, samples: int, share_error_points: float}
 * @phpstan-type Functions array{seconds: int, total_ns: int, samples: int, share_error_points: float,
 *     seconds_more: int|null, rows: list<FunctionRow>}
 * @phpstan-type SamplingRow array{is_on: bool, processes: int, from_outside: int, clock: string,
 *     sampled_by: list<string>, asked_ns: int, least_ns: int, most_ns: int, budget: float, share: float|null,
 *     samples: int, weight_ns: int, lost_bytes: int, late: int, cut: int, functions_lost: int, messages_refused: int,
 *     refused: list<string>}
 */
final class Pool
{
	/** @var array<string, Worker> by file */
	private array $workers = [];

	/** @var list<array<string, Profile>> of all workers, by value, the newest last */
	private array $reads = [];

	private int $ended = 0;

	private readonly Session $session;

	/**
	 * @var array{float, int}|null the time of the last measurement, and the CPU time that the samplers had used until
	 *     then, in nanoseconds
	 */
	private ?array $spent = null;

	private ?float $share = null;

	private ?Profile $record = null;
	private bool $isRecording = false;

	/**
	 * @param \Closure(): list<string> $files the rings that there are now
	 * @param int|null $budget percent of CPU time in place of xhprof.live_budget; null: as set
	 * @param string $doubt as for Rings
	 */
	public function __construct(\Closure $files, private readonly ?int $budget = null, string $doubt = '')
	{
		$this->session = new Session($files, function (Ring $ring, string $file): Ring {
			$this->workers[$file] = new Worker($ring);

			return $ring;
		}, doubt: $doubt);
	}

	/** Finds and asks new processes, drops those that are gone, and renews the leases that are due. */
	public function refresh(): void
	{
		$now = hrtime(true) / 1e9;
		$ended = $this->session->tick();
		$this->ended += count($ended);
		foreach ($this->session->statuses() as $file => $status) {
			$this->workers[$file]->refresh($status, $now);
		}
		$this->workers = array_diff_key($this->workers, array_fill_keys($ended, true));
		$this->measureShare($now);
	}

	public function ask(int $intervalNs, string $clock): void
	{
		$this->session->ask($intervalNs, $clock, $this->budget);
	}

	/** Ends our leases: no process samples for us any more. */
	public function release(): void
	{
		$this->session->release(false);
	}

	/** Reads the new samples of all workers. Both parameters are as for Worker::read(). */
	public function read(string $uri, string $by): void
	{
		$read = Worker::sums(array_map(static fn (Worker $worker): array => $worker->read($uri, $by),
			array_values($this->workers)));
		$this->reads = array_slice([...$this->reads, $read], -Worker::WINDOW);
		if ($this->isRecording) {
			$this->record = Worker::sum([$this->record, ...array_values($read)]);
		}
	}

	/** Forgets the samples read so far: after a change of the clock or of the filter they would be a mixture. */
	public function forget(): void
	{
		$this->reads = [];
		foreach ($this->workers as $worker) {
			$worker->forget();
		}
	}

	public function record(): void
	{
		$this->record = null;
		$this->isRecording = true;
	}

	/** Ends the recording and returns it; null: nothing was sampled. */
	public function recorded(): ?Profile
	{
		$this->isRecording = false;

		return $this->record;
	}

	/** @return array<string, WorkerRow> */
	public function rows(): array
	{
		return array_map(static fn (Worker $worker): array => $worker->row(), $this->workers);
	}

	/**
	 * @return array<int, string|null> what each worker waits for, by pid; without workers of other containers, whose
	 *     pids mean other processes here
	 */
	public function waits(): array
	{
		$visible = array_filter($this->workers, static fn (Worker $worker): bool => $worker->isVisible());

		return array_column(array_map(static fn (Worker $worker): array => $worker->row(), $visible), 'wait', 'pid');
	}

	public function ended(): int
	{
		return $this->ended;
	}

	/** @return Stack|null */
	public function stack(string $file): ?array
	{
		return ($this->workers[$file] ?? null)?->stack();
	}

	/**
	 * The costs in the last reads: of functions, of components, or of the values that the samples were read by.
	 *
	 * @param string|null $file one worker's; null: all
	 * @param string $by "", "component", or as for read()
	 * @param list<string> $rules of components
	 * @return Functions
	 */
	public function functions(?string $file, string $by, array $rules): array
	{
		$reads = $file === null ? $this->reads : ($this->workers[$file] ?? null)?->recent() ?? [];
		$values = Worker::sums($reads);
		$profile = Worker::sum(array_values($values));
		$rows = [];
		$summary = $profile?->summary();
		if (($summary['samples'] ?? 0) === 0) {
			$profile = null; // else main() would be the only row
		}
		foreach ($profile === null ? [] : self::costs($profile, $values, $by, $rules) as $name => $row) {
			$rows[] = ['function' => (string) $name, 'own_ns' => $row['own_wall_ns'], 'wall_ns' => $row['wall_ns'] ?? 0,
				'samples' => $row['calls'] ?? 0, 'share_error_points' => round($row['share_error_points'] ?? 100.0, 2)];
		}

		return ['seconds' => count($this->reads), 'total_ns' => $summary['wall_ns'] ?? 0,
			'samples' => $summary['samples'] ?? 0,
			'share_error_points' => round($summary['share_error_points'] ?? 100.0, 2),
			'seconds_more' => $profile === null ? null
				: ShareErrors::secondsMore($profile, count($this->reads) * 1_000_000_000), 'rows' => $rows];
	}

	/**
	 * @param array<string, Profile> $values
	 * @param list<string> $rules
	 * @return array<string, array{own_wall_ns: int, wall_ns: int|null, calls: int|null, share_error_points?: float}>
	 */
	private static function costs(Profile $all, array $values, string $by, array $rules): array
	{
		if ($by === 'component') {
			return ($rules === [] ? $all : $all->reduce(['components' => $rules]))->components();
		}

		if ($by === 'wait') {
			return Waits::of($all);
		}

		return $by === '' ? $all->functions()
			: array_map(static fn (Profile $part): array => self::part($part->summary(), $all->summary()), $values);
	}

	/**
	 * The samples of one value, as a row.
	 *
	 * @param Summary $part
	 * @param Summary $all
	 * @return array{own_wall_ns: int, wall_ns: int, calls: int, share_error_points: float}
	 */
	private static function part(array $part, array $all): array
	{
		return ['own_wall_ns' => $part['wall_ns'], 'wall_ns' => $part['wall_ns'], 'calls' => $part['calls'],
			'share_error_points' => ShareErrors::of($part['wall_ns'], $all)];
	}

	/** @return SamplingRow */
	public function sampling(): array
	{
		$sum = ['is_on' => false, 'processes' => 0, 'from_outside' => 0, 'clock' => '',
			'sampled_by' => [], 'asked_ns' => 0, 'least_ns' => 0, 'most_ns' => 0, 'budget' => 0.0,
			'share' => $this->share, 'samples' => 0, 'weight_ns' => 0, 'lost_bytes' => 0, 'late' => 0, 'cut' => 0,
			'functions_lost' => 0, 'messages_refused' => 0, 'refused' => array_values($this->session->rings->lines())];
		foreach ($this->workers as $worker) {
			$status = $worker->status();
			$one = $status['sampling'];
			$sum['from_outside'] += (int) $status['is_from_outside'];
			foreach (['samples', 'weight_ns', 'late', 'cut'] as $key) {
				$sum[$key] = Total::plus($sum[$key], $one[$key]);
			}
			$sum['messages_refused'] = Total::plus($sum['messages_refused'],
				Total::plus($one['refused'], $one['snapshots_refused']));
			$sum['lost_bytes'] = Total::plus($sum['lost_bytes'], $status['ring']['lost_bytes']);
			$sum['functions_lost'] = Total::plus($sum['functions_lost'], $status['ring']['functions_lost']);
			if ($one['is_on']) {
				$sum = ['is_on' => true, 'processes' => $sum['processes'] + 1, 'clock' => $one['clock'], 'sampled_by' =>
					array_values(array_unique([...$sum['sampled_by'], $one['sampled_by'] ?? $one['source']])),
					'asked_ns' => $one['asked_ns'],
					'least_ns' => $sum['is_on'] ? min($sum['least_ns'], $one['interval_ns']) : $one['interval_ns'],
					'most_ns' => max($sum['most_ns'], $one['interval_ns']), 'budget' => $one['budget']] + $sum;
			}
		}

		return $sum;
	}

	/** Measures how much of a CPU sampling takes in all workers together, in percent. */
	private function measureShare(float $now): void
	{
		$spent = 0;
		foreach ($this->workers as $worker) {
			$sampling = $worker->status()['sampling'];
			$spent = Total::plus(Total::plus($spent, $sampling['handler_ns']), $sampling['helper_ns']);
		}
		if ($this->spent !== null && $now > $this->spent[0]) {
			$this->share = max(0.0, ($spent - $this->spent[1]) / ($now - $this->spent[0]) / 1e7);
		}
		$this->spent = [$now, $spent];
	}
}
