<?php
declare(strict_types=1);

namespace XHProf\Cli\Input;

use XHProf\Cli\Breakdown\Waits;
use XHProf\Cli\Problem;
use XHProf\Cli\Run\Reduction;
use XHProf\Cli\Saved\Dimension;
use XHProf\Cli\Saved\Folder;
use XHProf\Profile;

/**
 * Groups saved runs: their wall times by URI, host or tag; by component or wait, the own time of each one in the runs
 * that have it.
 *
 * @phpstan-type Group array{value: string, runs: int, total_ns: int, mean_ns: int, p50_ns: int, p95_ns: int,
 *     slowest_ns: int}
 */
final class RunGroups
{
	/** The extension's name for the component of unknown code. */
	public const UNKNOWN = '(unknown)';

	/** With fewer runs, the percentiles are only two of their times. */
	public const LEAST_RUNS = 3;

	/** @var array<string, list<int>> nanoseconds of each run, by value */
	private array $times = [];

	public int $runs = 0;

	public int $total_ns = 0;

	/** @var list<string> why some runs are left out */
	public array $problems = [];

	/** False if some of the time is in "(unknown)", because a run has no call paths. */
	public bool $isWhole = true;

	/** @param list<string> $files */
	public function __construct(array $files, public readonly Dimension $by, private readonly Reduction $reduction)
	{
		foreach ($files as $file) {
			try {
				$by->isOfParts() ? $this->addParts($file) : $this->addRun($file);
			} catch (Problem $problem) {
				$this->problems[] = str_replace($file, basename($file), $problem->getMessage());
			}
		}
	}

	/** Adds a run. Of a JSON file only the first line is read, which says enough. */
	private function addRun(string $file): void
	{
		$head = Profile::head($file, Folder::HEAD);
		if (($head['version'] ?? null) !== 1) {
			$run = RunLoader::load($file);
			$head = ['meta' => $run->meta(), 'total' => $run->summary()];
		}
		$wall_ns = Folder::factsIn($head)['wall_ns'] ?? 0;
		$this->count($wall_ns);
		$this->times[$this->by->in($head)][] = $wall_ns;
	}

	private function addParts(string $file): void
	{
		$run = $this->reduction->apply(RunLoader::load($file));
		$this->count($run->summary()['wall_ns']);
		foreach (($this->by->isComponent() ? $run->components() : Waits::of($run)) as $name => $row) {
			$this->times[(string) $name][] = $row['own_wall_ns'];
			$this->isWhole = $this->isWhole && $name !== self::UNKNOWN;
		}
	}

	private function count(int $wall_ns): void
	{
		$this->runs++;
		$this->total_ns += $wall_ns;
	}

	/** @return list<Group> the greatest total first */
	public function groups(): array
	{
		$groups = [];
		foreach ($this->times as $value => $times) {
			if ($times === []) {
				continue;
			}
			sort($times);
			$total = array_sum($times);
			$groups[] = ['value' => (string) $value, 'runs' => count($times), 'total_ns' => $total,
				'mean_ns' => (int) round($total / count($times)), 'p50_ns' => self::percentile($times, 50),
				'p95_ns' => self::percentile($times, 95), 'slowest_ns' => $times[count($times) - 1]];
		}
		usort($groups,
			static fn (array $a, array $b): int => [$b['total_ns'], $a['value']] <=> [$a['total_ns'], $b['value']]);

		return $groups;
	}

	/**
	 * The least value that at least $percent % of the values do not exceed.
	 *
	 * @param non-empty-list<int> $sorted
	 */
	public static function percentile(array $sorted, int $percent): int
	{
		return $sorted[max(0, (int) ceil(count($sorted) * $percent / 100) - 1)];
	}
}
