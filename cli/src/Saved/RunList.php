<?php
declare(strict_types=1);

namespace XHProf\Cli\Saved;

/**
 * The runs of a folder that a filter admits, in an order. A run is opened only if the filter or the order needs its
 * contents, or if it is shown.
 *
 * @phpstan-import-type Facts from Folder
 * @phpstan-import-type SavedFile from Folder
 * @phpstan-import-type SavedRun from Folder
 * @phpstan-type Row array{run: string, about: string, time: int, bytes: int, method: ?string, uri: ?string,
 *     status: ?int, failure: ?string, wall_ns: ?int, cpu_ns: ?int, peak_bytes: ?int, peak_is_growth: bool,
 *     memory_bytes: ?int, calls: ?int, mode: ?string, host: ?string, trace: ?string, started_ns: ?int, damaged: bool,
 *     files: list<SavedFile>}
 */
final class RunList
{
	/** The key of each order. The greatest number is the first. */
	public const ORDERS = ['time' => 'time', 'wall' => 'wall_ns', 'cpu' => 'cpu_ns', 'memory' => 'peak_bytes'];

	/** @var list<SavedRun> all of the folder, the newest first */
	public readonly array $all;

	/** @var list<int> the chosen runs in their order, as places in $all */
	private array $chosen = [];

	/** The number of damaged runs among those that were opened. */
	public int $damaged = 0;

	/** @param string $order one of ORDERS */
	public function __construct(public readonly Folder $folder, public readonly Filter $filter, string $order = 'time')
	{
		$isInside = $filter->looksInside() || $order !== 'time';
		// With 100,000 runs, the garbage collector would look at each array several times, and find no cycle.
		$collects = gc_enabled();
		gc_disable();
		$this->all = $folder->runs(false, $isInside
			? fn (?array $head): int|false => $this->chosen(Folder::factsIn($head, $head !== []), $order) : null,
			$filter->since);
		$values = [];
		foreach ($this->all as $i => $run) {
			if ($run['time'] < $filter->since) {
				break;
			}
			$value = $run['value'] ?? ($isInside ? $this->chosen($folder->facts($run), $order) : 0);
			if ($value !== false) {
				$values[$i] = $value;
			}
		}
		if ($order !== 'time') {
			arsort($values);
		}
		if ($collects) {
			gc_enable();
		}
		$this->chosen = array_keys($values);
	}

	/**
	 * The value to sort by; false: the filter does not admit the run.
	 *
	 * @param Facts $facts
	 */
	private function chosen(array $facts, string $order): int|false
	{
		$this->damaged += $facts['damaged'] ? 1 : 0;

		return $this->filter->admits($facts) ? ($facts[self::ORDERS[$order]] ?? -1) : false;
	}

	public function count(): int
	{
		return count($this->chosen);
	}

	/** @return list<Row> */
	public function rows(int $offset, int $limit): array
	{
		return array_map(function (int $i): array {
			$run = $this->all[$i];
			return ['run' => $run['run'], 'about' => Folder::about($run), 'time' => $run['time'],
				'bytes' => $run['bytes']] + $this->folder->facts($run) + ['files' => $run['files']];
		}, array_slice($this->chosen, $offset, $limit));
	}

	/**
	 * The files of the chosen runs that can be read.
	 *
	 * @return list<string>
	 */
	public function files(): array
	{
		return array_values(
			array_filter(array_map(fn (int $i): ?string => $this->folder->fileOf($this->all[$i]), $this->chosen)));
	}
}
