<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Run\Waits;
use XHProf\Profile;
use XHProf\Ring;

/**
 * The wall time of a pool's requests by who is to blame for it: the request that holds a lock, another worker, a server, the CPU.
 *
 * @phpstan-type Culprit array{kind: string, name: string, wall_ns: int, processes: int}
 */
final class Blame
{
	/** A holder that was seen so long ago may be another one by now. */
	private const HOLDS_S = 1.0;

	/** @var array<string, Worker> by file */
	private array $workers = [];

	/** @var array<string, array{kind: string, name: string, wall_ns: int, processes: array<int, true>}> */
	private array $culprits = [];

	/** @var array<string, array{name: string, isLock: bool, seen: float}> whom a worker waited for last, by file and wait */
	private array $lastHolders = [];

	private readonly Rings $rings;

	private float $askedAt = 0;
	private int $samples = 0;

	public function __construct(private readonly Target $target, private readonly int $intervalNs, private readonly Databases $databases)
	{
		$this->rings = new Rings();
	}

	/** To be called all the time: several times a second. */
	public function tick(): void
	{
		$now = microtime(true);
		foreach ($this->rings->open($this->target->files(), $this->workers, self::worker(...)) as $file => $worker) {
			$this->workers[$file] = $worker;
			$this->ask($file, Lease::MS);
		}
		if ($now - $this->askedAt >= Lease::RENEW_S) {
			array_map(fn (string $file) => $this->ask($file, Lease::MS), array_keys($this->workers));
			$this->askedAt = $now;
		}
		$holders = new Holders($this->databases);
		foreach ($this->workers as $file => $worker) {
			$this->look($file, $worker, $holders, $now);
		}
	}

	private static function worker(string $file): ?Worker
	{
		$worker = new Worker(Ring::open($file));

		return $worker->isAlive() ? $worker : null;
	}

	private function ask(string $file, int $leaseMs): void
	{
		$this->rings->tell($file, fn (): bool => $this->workers[$file]->control(
			['sample' => ['interval_ns' => $this->intervalNs, 'clock' => 'wall', 'lease_ms' => $leaseMs]]));
	}

	private function look(string $file, Worker $worker, Holders $holders, float $now): void
	{
		try {
			$worker->refresh($now);
			$row = $worker->row();
			$profile = $worker->read('', '')[''] ?? null;
		} catch (\RuntimeException) {
			unset($this->workers[$file]);
			return;
		}
		$holder = $worker->isVisible() ? $holders->of($row['pid'], $row['wait']) : null;
		if ($holder !== null) {
			$this->lastHolders["$file $row[wait]"] = ['name' => Blocker::holder($holder, $this->target->filesOf(...))->name(), 'isLock' => $holder->isLock, 'seen' => $now];
		}
		if (($profile?->summary()['samples'] ?? 0) > 0) {
			$this->add($file, $row['pid'], $profile, $now);
		}
		if (!$worker->isAlive()) {
			unset($this->workers[$file]);
		}
	}

	private function add(string $file, int $pid, Profile $profile, float $now): void
	{
		$this->samples += $profile->summary()['samples'] ?? 0;
		foreach (Waits::of($profile) as $wait => $row) {
			$server = Waits::server($wait);
			$seen = $this->lastHolders["$file $wait"] ?? null;
			$holder = $seen !== null && $now - $seen['seen'] < self::HOLDS_S ? $seen['name'] : null;
			[$kind, $name] = match (true) {
				$wait === Waits::RUNS => ['cpu', 'own CPU'],
				$wait === 'wait for CPU' => ['wait for CPU', 'waiting for a CPU'],
				$wait === Waits::UNNAMED => ['unnamed', Waits::UNNAMED],
				$holder !== null && $seen['isLock'] => ['lock', "lock held by $holder"],
				$holder !== null => ['process', strtok($wait, ' ') === 'child' ? $wait : "$holder, by $server"],
				default => [strtok($server, ' '), $server],
			};
			$culprit = $this->culprits["$kind $name"] ?? ['kind' => (string) $kind, 'name' => $name, 'wall_ns' => 0, 'processes' => []];
			$culprit['wall_ns'] += $row['own_wall_ns'];
			$culprit['processes'][$pid] = true;
			$this->culprits["$kind $name"] = $culprit;
		}
	}

	/** Nothing stays switched on. */
	public function release(): void
	{
		foreach (array_keys($this->workers) as $file) {
			$this->ask($file, 0);
		}
	}

	/** @return list<Culprit> the greatest first */
	public function culprits(): array
	{
		$rows = array_map(static fn (array $row): array => ['processes' => count($row['processes'])] + $row, array_values($this->culprits));
		usort($rows, static fn (array $a, array $b): int => [$b['wall_ns'], $a['name']] <=> [$a['wall_ns'], $b['name']]);

		return $rows;
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
		return $this->rings->refused();
	}
}
