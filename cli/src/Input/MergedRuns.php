<?php
declare(strict_types=1);

namespace XHProf\Cli\Input;

use XHProf\Cli\Problem;
use XHProf\Cli\Run\Reduction;
use XHProf\Cli\Saved\Folder;
use XHProf\Profile;

/**
 * Several runs merged into one. They are read one by one, so that only a few are in memory.
 *
 * @phpstan-type Spread array{count: int, found: int, mean_ns: int, p50_ns: int, p95_ns: int,
 *     slowest: list<array{run: string, wall_ns: int}>, unreadable: int, hosts: array<string, int>}
 */
final class MergedRuns
{
	/** This many runs are merged at once. */
	private const BATCH = 16;
	private const SLOWEST = 3;

	public readonly Profile $profile;

	/** The first file that was read; that of a single run. */
	public readonly string $file;

	/** @var list<int> wall times in nanoseconds */
	private array $walls = [];

	/** @var list<string> */
	private array $names = [];

	/** @var list<string> why some runs are left out */
	public array $problems = [];

	private int $unreadable = 0;

	/** "samples" or "calls"; null: no run was read yet. */
	private ?string $kind = null;

	/** @var array<string, int> the number of runs of each host; runs of commands are not counted */
	private array $hosts = [];

	/**
	 * @param non-empty-list<string> $files
	 * @param int $found how many runs there were before a limit
	 */
	public function __construct(array $files, private readonly int $found, Reduction $reduction)
	{
		$sum = null;
		$batch = [];
		foreach ($files as $file) {
			$run = count($files) === 1 ? RunLoader::load($file) : $this->try($file);
			if ($run === null || !$this->isOfKind($run, $file)) {
				continue;
			}
			$first ??= $file;
			$this->names[] = Folder::idOf(RunLoader::title($file));
			$this->walls[] = intdiv($run->summary()['wall_ns'], max(1, $run->summary()['runs']));
			$facts = Folder::factsIn(['meta' => $run->meta() ?? []]);
			if ($facts['method'] !== null && $facts['host'] !== null) {
				$this->hosts[$facts['host']] = ($this->hosts[$facts['host']] ?? 0) + 1;
			}
			$batch[] = $run;
			if (count($batch) === self::BATCH) {
				$sum = self::sum($sum, $batch);
				$batch = [];
			}
		}
		$this->profile = $reduction->applyToAll(self::sum($sum, $batch));
		$this->file = $first ?? $files[0];
	}

	public function count(): int
	{
		return count($this->walls);
	}

	/** @return Spread|null null: there is only one run */
	public function spread(): ?array
	{
		if (count($this->walls) < 2) {
			return null;
		}
		$walls = $this->walls;
		arsort($walls);
		$slowest = [];
		foreach (array_slice($walls, 0, self::SLOWEST, true) as $i => $wall) {
			$slowest[] = ['run' => $this->names[$i], 'wall_ns' => $wall];
		}
		$sorted = array_reverse(array_values($walls));

		return ['count' => count($walls), 'found' => $this->found,
			'mean_ns' => (int) round(array_sum($walls) / count($walls)), 'p50_ns' => RunGroups::percentile($sorted, 50),
			'p95_ns' => RunGroups::percentile($sorted, 95), 'slowest' => $slowest,
			'unreadable' => $this->unreadable, 'hosts' => $this->hosts];
	}

	/** Loads one of several runs. A damaged one is left out, and reported. */
	private function try(string $file): ?Profile
	{
		try {
			return RunLoader::load($file);
		} catch (Problem $problem) {
			$this->unreadable++;
			$this->problems[] = str_replace($file, basename($file), $problem->getMessage());
		}

		return null;
	}

	/**
	 * True if the run can be added: samples and calls cannot be added up. A folder may have both, so the first run
	 * decides.
	 */
	private function isOfKind(Profile $run, string $file): bool
	{
		$kind = isset($run->summary()['samples']) ? 'samples' : 'calls';
		$this->kind ??= $kind;
		if ($kind !== $this->kind) {
			$this->unreadable++;
			$this->problems[] = basename($file) . ": it is a run of $kind, and the first one is of $this->kind";
		}

		return $kind === $this->kind;
	}

	/** @param list<Profile> $batch */
	private static function sum(?Profile $sum, array $batch): Profile
	{
		$all = $sum === null ? $batch : [$sum, ...$batch];
		$first = array_shift($all)
			?? throw new Problem('none of these runs could be read', 'xhprof top FILE says what is wrong with one');

		return $all === [] ? $first : $first->merge(...$all);
	}
}
