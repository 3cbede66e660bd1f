<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Process\ProcStat;

/**
 * The use of the CPUs between two moments: by the processes that are watched, and by others, which are named where they
 * are visible.
 *
 * @phpstan-type Use array{cpus: int, busy: float, own: float, stolen: float, throttled_ns: int,
 *     others: list<array{pid: int, name: string, cpus: float}>}
 */
final class Processors
{
	/** Other processes that used less of a CPU than this are left out, and so are those beyond the first MOST. */
	private const LEAST = 0.05;
	private const MOST = 3;

	/** The fields of the line "cpu" in /proc/stat that count as busy; waiting for a disk counts as idle. */
	private const BUSY = ['user', 'nice', 'system', 'irq', 'softirq'];
	private const FIELDS = ['user', 'nice', 'system', 'idle', 'iowait', 'irq', 'softirq', 'steal'];

	/**
	 * @param array<int, ProcStat> $processes by pid
	 * @param array<string, int> $throttled by control group, in nanoseconds
	 */
	private function __construct(private readonly int $busy, private readonly int $stolen, private readonly int $all,
		private readonly int $cpus, private readonly array $processes, private readonly array $throttled)
	{
	}

	/**
	 * The counters of this moment; null: this system does not have them.
	 *
	 * @param list<int> $own the pids of our own processes
	 */
	public static function now(array $own, string $root = ''): ?self
	{
		$text = (string) @file_get_contents("$root/proc/stat");
		if (preg_match('/^cpu +([\d ]+)/m', $text, $found) !== 1) {
			return null;
		}
		$ticks = array_combine(self::FIELDS, array_pad(array_slice(array_map(intval(...), explode(' ', $found[1])), 0,
			count(self::FIELDS)), count(self::FIELDS), 0));
		$processes = [];
		foreach (@scandir("$root/proc") ?: [] as $pid) {
			$stat = (int) $pid > 0 ? ProcStat::of((int) $pid, null, $root) : null;
			$processes += $stat === null ? [] : [(int) $pid => $stat];
		}

		return new self(array_sum(array_intersect_key($ticks, array_flip(self::BUSY))), $ticks['steal'],
			array_sum($ticks), (int) preg_match_all('/^cpu\d/m', $text), $processes, self::throttled($own, $root));
	}

	/**
	 * The use of the CPUs from this moment to the other one. The unit is CPUs: 2.0 if two are busy all the time. Null:
	 * no time has passed.
	 *
	 * @param list<int> $own pids
	 * @return Use|null
	 */
	public function until(self $end, array $own): ?array
	{
		$ticks = $end->all - $this->all;
		if ($ticks <= 0 || $end->cpus === 0) {
			return null;
		}
		$shares = $this->shares($end, $ticks);
		$others = array_diff_key($shares, array_flip($own));
		arsort($others);
		$others = array_slice(array_filter($others, static fn (float $cpus): bool => $cpus >= self::LEAST),
			0, self::MOST, true);

		return ['cpus' => $end->cpus, 'busy' => round($end->cpus * ($end->busy - $this->busy) / $ticks, 2),
			'own' => round(array_sum(array_intersect_key($shares, array_flip($own))), 2),
			'stolen' => round($end->cpus * ($end->stolen - $this->stolen) / $ticks, 2),
			'throttled_ns' => max(0, array_sum(array_intersect_key($end->throttled, $this->throttled))
				- array_sum(array_intersect_key($this->throttled, $end->throttled))),
			'others' => array_map(static fn (int $pid, float $cpus): array => ['pid' => $pid,
				'name' => $end->processes[$pid]->name, 'cpus' => round($cpus, 2)], array_keys($others), $others)];
	}

	/**
	 * The use of each process that exists at the end, in CPUs.
	 *
	 * @return array<int, float> by pid
	 */
	private function shares(self $end, int $ticks): array
	{
		$shares = [];
		foreach ($end->processes as $pid => $process) {
			$before = $this->processes[$pid] ?? null;
			$used = $process->ticks - ($before?->start === $process->start ? $before->ticks : 0);
			$shares[$pid] = $end->cpus * $used / $ticks;
		}

		return $shares;
	}

	/**
	 * How long the CPU limits of control groups have kept processes from running, in nanoseconds.
	 *
	 * @param list<int> $pids
	 * @return array<string, int> by group
	 */
	private static function throttled(array $pids, string $root): array
	{
		$groups = [];
		foreach ($pids as $pid) {
			$group = preg_match('~^0::(/.*)$~m', (string) @file_get_contents("$root/proc/$pid/cgroup"), $found) === 1
				? rtrim($found[1], '/') : null;
			if ($group !== null && preg_match('/^throttled_usec (\d+)$/m',
				(string) @file_get_contents("$root/sys/fs/cgroup$group/cpu.stat"), $usec) === 1) {
				$groups[$group] = 1000 * (int) $usec[1];
			}
		}

		return $groups;
	}
}
