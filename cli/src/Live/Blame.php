<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Breakdown\Waits;
use XHProf\Profile;
use XHProf\Ring;

/**
 * Splits the wall time of a pool's requests by its cause, for `xhprof blame`: the holder of a lock, another process, a
 * server, the CPU.
 *
 * @phpstan-import-type WorkerRow from Worker
 * @phpstan-import-type Use from Processors
 * @phpstan-type Sum array{kind: string, name: string, wall_ns: int, processes: array<int, true>,
 *     peers: array<string, array<int, true>>}
 * @phpstan-type Culprit array{kind: string, name: string, wall_ns: int, processes: int}
 */
final class Blame
{
	/** @var array<string, Worker> by file */
	private array $workers = [];

	/** @var array<string, WorkerRow> by file */
	private array $rows = [];

	/** @var array<string, Sum> */
	private array $culprits = [];

	private readonly LastCauses $lastHolders;
	private readonly Session $session;
	private int $samples = 0;

	/** @var array<int, true> all pids so far */
	private array $pids = [];

	private ?Processors $before = null;

	/** @var Use|null */
	private ?array $processors = null;

	public function __construct(private readonly Target $target, int $intervalNs,
		private readonly Databases $databases)
	{
		$this->lastHolders = new LastCauses();
		$this->session = new Session($target->files(...), function (Ring $ring, string $file): Ring {
			$this->workers[$file] = new Worker($ring);

			return $ring;
		}, doubt: $target->doubt());
		$this->session->ask($intervalNs, 'wall');
	}

	/** Must be called several times a second. */
	public function tick(): void
	{
		$now = hrtime(true) / 1e9;
		$ended = $this->session->tick();
		foreach ($this->session->statuses() as $file => $status) {
			$this->workers[$file]->refresh($status, $now);
		}
		$this->rows = array_map(static fn (Worker $worker): array => $worker->row(), $this->workers);
		$holders = new WaitGraph($this->databases);
		$this->pids += array_fill_keys(array_keys($this->waits()), true);
		$this->before ??= Processors::now(array_keys($this->pids));
		foreach ($this->workers as $file => $worker) {
			$this->look($file, $worker, $holders, $now);
		}
		$this->workers = array_diff_key($this->workers, array_fill_keys($ended, true));
	}

	private function look(string $file, Worker $worker, WaitGraph $holders, float $now): void
	{
		$row = $this->rows[$file];
		$hold = $worker->isVisible() ? $holders->root($row['pid'], $this->waits()) : null;
		if ($hold !== null) {
			$this->lastHolders->see($file, (string) $row['wait'], $row['request'],
				CauseDetails::of($hold, $this->target->filesOf(...)), $now);
		}
		$profile = $worker->read('', '')[''] ?? null;
		if (($profile?->summary()['samples'] ?? 0) > 0) {
			$this->add($file, $row['pid'], $profile, $now);
		}
		$this->lastHolders->keepOnly($file, $row['request']);
	}

	/**
	 * @return array<int, string|null> what each worker waits for, by pid; without workers of other containers, whose
	 *     pids mean other processes here
	 */
	private function waits(): array
	{
		$visible = array_filter($this->workers, static fn (Worker $worker): bool => $worker->isVisible());

		return array_column(array_intersect_key($this->rows, $visible), 'wait', 'pid');
	}

	private function add(string $file, int $pid, Profile $profile, float $now): void
	{
		$this->samples += $profile->summary()['samples'] ?? 0;
		foreach (Waits::of($profile) as $wait => $row) {
			$holder = $this->lastHolders->of($file, $wait, $now);
			$isLock = $holder?->hold->isLock === true;
			$server = Waits::server($wait);
			[$kind, $name] = match (true) {
				$wait === Waits::RUNS => ['cpu', 'own CPU'],
				$wait === Wait::FOR_CPU => [Wait::FOR_CPU, 'waiting for a CPU'],
				$wait === Waits::UNNAMED => ['unnamed', Waits::UNNAMED],
				$isLock => ['lock', "lock held by {$holder->name()}"],
				default => [strtok($server, ' '), $server],
			};
			$culprit = $this->culprits["$kind $name"]
				?? ['kind' => (string) $kind, 'name' => $name, 'wall_ns' => 0, 'processes' => [], 'peers' => []];
			$culprit['wall_ns'] += $row['own_wall_ns'];
			$culprit['processes'][$pid] = true;
			if ($holder !== null && !$isLock && $kind !== 'child') {
				$culprit['peers'][$holder->name()][(int) $holder->hold->pid] = true;
			}
			$this->culprits["$kind $name"] = $culprit;
		}
	}

	/**
	 * Measures the use of CPUs, then ends our sampling and waits until the processes have written their open samples.
	 */
	public function release(): void
	{
		$pids = array_keys($this->pids);
		$now = $this->before === null ? null : Processors::now($pids);
		$this->processors = $now === null ? null : $this->before->until($now, $pids);
		$this->session->release();
	}

	/** @return list<Culprit> the greatest first */
	public function culprits(): array
	{
		$rows = array_map(static fn (array $row): array => ['kind' => $row['kind'],
			'name' => $row['name'] . self::peers($row['peers']),
			'wall_ns' => $row['wall_ns'], 'processes' => count($row['processes'])], array_values($this->culprits));
		usort($rows,
			static fn (array $a, array $b): int => [$b['wall_ns'], $a['name']] <=> [$a['wall_ns'], $b['name']]);

		return $rows;
	}

	/**
	 * The processes behind a server's address on this host: " (python3, pid 15076)", " (postgres, 8 processes)"
	 *
	 * @param array<string, array<int, true>> $peers pids by name
	 */
	private static function peers(array $peers): string
	{
		uasort($peers, static fn (array $a, array $b): int => count($b) <=> count($a));
		$name = (string) array_key_first($peers);
		$pids = array_keys($peers[$name] ?? []);
		$more = count($peers) - 1;

		return $pids === [] ? '' : " ($name, " . (count($pids) === 1 ? "pid $pids[0]" : count($pids) . ' processes')
			. ($more > 0 ? ", and $more more)" : ')');
	}

	/**
	 * The use of the CPUs from the first tick() until release(); null: not known.
	 *
	 * @return Use|null
	 */
	public function processors(): ?array
	{
		return $this->processors;
	}

	public function samples(): int
	{
		return $this->samples;
	}

	public function count(): int
	{
		return count($this->workers);
	}

	/** @return array<string, string> by file */
	public function refused(): array
	{
		return $this->session->rings->refused();
	}
}
