<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise;

/**
 * The findings of one or more runs, with equal findings joined.
 *
 * @phpstan-type Row array{finding: Defect, run: Recording, file: string, caution: ?string, runs: int, cost_ns: int,
 *     calls: ?int}
 */
final class Gathered
{
	/** @var array<string, Row> by rule and key; of each the run in which it costs most */
	private array $rows = [];

	/** @var array<string, string> what rules need that could look into no run */
	public array $notAsked = [];

	/** @var list<string> */
	public array $asked = [];

	public int $runs = 0;

	/** Wall time without the profiler's own. */
	public int $wallNs = 0;

	/** The profiler's own time, on top of wallNs. */
	public int $profilerNs = 0;

	public function add(Advice $advice, string $file): void
	{
		$this->notAsked = $this->runs === 0 ? $advice->notAsked
			: array_intersect_key($this->notAsked, $advice->notAsked);
		$this->asked = array_values(array_unique([...$this->asked, ...$advice->asked]));
		$this->runs++;
		$this->wallNs += $advice->run->wallNs;
		$this->profilerNs += $advice->run->summary['wall_ns'] - $advice->run->wallNs;
		foreach ($advice->findings as $finding) {
			$key = "$finding->id\0$finding->key";
			$old = $this->rows[$key] ?? ['finding' => $finding, 'run' => $advice->run, 'file' => $file,
				'caution' => $advice->caution, 'runs' => 0, 'cost_ns' => 0, 'calls' => null];
			$isMore = $finding->costNs > $old['finding']->costNs;
			$this->rows[$key] = ['runs' => $old['runs'] + 1, 'cost_ns' => $old['cost_ns'] + $finding->costNs,
				'calls' => $finding->calls === null ? $old['calls'] : ($old['calls'] ?? 0) + $finding->calls] + ($isMore
					? ['finding' => $finding, 'run' => $advice->run, 'file' => $file, 'caution' => $advice->caution]
					: $old);
		}
	}

	/** @return list<Row> the most expensive first */
	public function rows(): array
	{
		$rows = array_values($this->rows);
		usort($rows, static fn (array $a, array $b): int => [$b['cost_ns'], $a['finding']->id, $a['finding']->key]
			<=> [$a['cost_ns'], $b['finding']->id, $b['finding']->key]);

		return $rows;
	}

	/**
	 * The cost as a share of all runs, from 0 to 1. A finding about the profiler is a share of the recorded time; all
	 * others are shares of the time without the profiler's own.
	 *
	 * @param Row $row
	 */
	public function share(array $row): float
	{
		$of = $this->wallNs + ($row['finding']->isOfProfiler ? $this->profilerNs : 0);

		return $of > 0 ? min(1.0, $row['cost_ns'] / $of) : 0.0;
	}

	/**
	 * The findings as data for programs.
	 *
	 * @return array<string, mixed>
	 */
	public function data(): array
	{
		return ['runs' => $this->runs, 'wall_ns' => $this->wallNs,
			'findings' => array_map($this->row(...), $this->rows()), 'asked' => $this->asked,
			'not_asked' => (object) $this->notAsked];
	}

	/**
	 * @param Row $row
	 * @return array<string, mixed>
	 */
	private function row(array $row): array
	{
		$finding = $row['finding'];
		[$file, $line] = $finding->place();

		return ['id' => $finding->id, 'text' => $finding->text, 'cost_ns' => $row['cost_ns'],
			'cost_bytes' => $finding->costBytes, 'share' => round($this->share($row), 4),
			'calls' => $row['calls'], 'runs' => $row['runs'], 'where' => array_map(
				static fn (Call $call): array => ['function' => $call->function, 'file' => $call->row['file'] ?? null,
					'line' => $call->row['line'] ?? null], $finding->at?->path() ?? []),
			'file' => $file, 'line' => $line, 'evidence' => $finding->evidence, 'try' => ['change' => $finding->change,
				'caution' => $row['caution'], 'command' => $finding->proof->text($row['run'], $row['file'])]];
	}
}
