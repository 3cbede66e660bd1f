<?php
declare(strict_types=1);

namespace XHProf\Cli\Serve;

use XHProf\Cli\Input\RunGroups;

/** The sums of some runs of a table. */
final class RunSums
{
	public readonly int $runs;
	public readonly int $failed;
	public readonly int $wallNs;

	/** Null: there are too few runs. */
	public readonly ?int $p50Ns;
	public readonly ?int $p95Ns;

	public readonly int $slowestNs;

	/** Null: none has it. */
	public readonly ?int $cpuNs;

	/** @param list<int> $rows damaged ones are no part of it */
	public function __construct(RunTable $table, array $rows)
	{
		$damaged = $table->column('damaged');
		$rows = array_filter($rows, static fn (int $row): bool => $damaged[$row] !== 1);
		[$walls, $cpus, $statuses, $methods] = [$table->column('wall_ns'), $table->column('cpu_ns'),
			$table->column('status'), $table->column('method')];
		$times = [];
		$cpu = null;
		$failed = 0;
		foreach ($rows as $row) {
			if (isset($walls[$row])) {
				$times[] = $walls[$row];
			}
			if (isset($cpus[$row])) {
				$cpu += $cpus[$row];
			}
			// The status of a command is its exit status.
			$failed += ($statuses[$row] ?? 0) >= ($methods[$row] === 0 ? 1 : 500) ? 1 : 0;
		}
		sort($times);
		[$this->runs, $this->failed, $this->cpuNs, $this->wallNs] = [count($rows), $failed, $cpu, array_sum($times)];
		$this->slowestNs = $times === [] ? 0 : $times[count($times) - 1];
		$hasPercentiles = $times !== [] && count($times) >= RunGroups::LEAST_RUNS;
		[$this->p50Ns, $this->p95Ns] = $hasPercentiles
			? [RunGroups::percentile($times, 50), RunGroups::percentile($times, 95)] : [null, null];
	}
}
