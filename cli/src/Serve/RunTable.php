<?php
declare(strict_types=1);

namespace XHProf\Cli\Serve;

use XHProf\Cli\Problem;
use XHProf\Cli\Process\AtomicFile;
use XHProf\Cli\Saved\Dimension;
use XHProf\Cli\Saved\Folder;

/**
 * The facts about all files of a folder, in columns: 100,000 files are read, filtered and added up in less than a
 * second. A cache outside the folder keeps the facts of files that were opened before. A file that the extension saved
 * never changes.
 */
final class RunTable
{
	private const VERSION = 3;

	/** The first eight are texts. Many rows have the same one, so a column has their numbers. */
	private const COLUMNS = ['kind', 'method', 'uri', 'route', 'host', 'mode', 'version', 'trace', 'time', 'bytes',
		'status', 'wall_ns', 'cpu_ns', 'peak_bytes', 'peak_is_growth', 'damaged'];

	/** The number of files that are read before they are added to the columns. */
	private const CHUNK = 1000;

	/** @var list<string> of each file, and of its run */
	private array $names = [];

	/** @var list<string> */
	private array $runs = [];

	/** @var array<string, list<?int>> by name, a row for each file */
	private array $columns = [];

	/** @var list<string> the first one stands for none */
	private array $texts = [''];

	/** @var array<string, int> */
	private array $textRows = [];

	/** Files that are no runs. */
	public int $foreign = 0;

	/** @param string|null $cache a file of this process's user; null: nothing is remembered */
	public function __construct(public readonly Folder $folder, private readonly ?string $cache = null)
	{
		// The garbage collector would visit each of 100,000 arrays several times, and find no cycle.
		$collects = gc_enabled();
		gc_disable();
		$this->columns = array_fill_keys(self::COLUMNS, []);
		$this->recall();
		if ($this->update()) {
			$this->remember();
		}
		if ($collects) {
			gc_enable();
		}
	}

	private function recall(): void
	{
		$text = $this->cache === null ? false : @file_get_contents($this->cache);
		/**
		 * @var array{int, string, list<string>, list<string>, array<string, list<?int>>, list<string>}|false $data as
		 *     remember() wrote it
		 */
		$data = $text === false ? false : @unserialize($text, ['allowed_classes' => false]);
		if (is_array($data) && $data[0] === self::VERSION && $data[1] === $this->folder->path) {
			[, , $this->names, $this->runs, $this->columns, $this->texts] = $data;
		}
	}

	private function remember(): void
	{
		if ($this->cache === null) {
			return;
		}
		try {
			AtomicFile::write($this->cache, serialize([self::VERSION, $this->folder->path, $this->names, $this->runs,
				$this->columns, $this->texts]));
		} catch (Problem) {
			// The folder is read again the next time.
		}
	}

	/** @return bool whether anything changed */
	private function update(): bool
	{
		$names = $this->folder->names();
		$known = array_flip($this->names);
		$gone = array_diff_key($known, array_flip($names)) + $this->changed($known);
		$this->remove($gone);
		$known = array_diff_key($known, $gone);
		$before = count($this->names);
		$this->foreign = -2; // "." and ".."
		foreach (array_chunk(array_keys(array_diff_key(array_flip($names), $known)), self::CHUNK) as $new) {
			$rows = [];
			foreach ($new as $name) {
				$row = $this->row((string) $name);
				if ($row !== null) {
					$rows[] = $row;
				}
			}
			$this->foreign += count($new) - count($rows);
			array_push($this->names, ...array_column($rows, 'name'));
			array_push($this->runs, ...array_column($rows, 'run'));
			foreach (self::COLUMNS as $key) {
				array_push($this->columns[$key], ...array_column($rows, $key));
			}
		}

		return count($this->names) > $before || $gone !== [];
	}

	/**
	 * Files that somebody else wrote may grow, and one that was damaged may have been copied only in part.
	 *
	 * @param array<int> $known
	 * @return array<int>
	 */
	private function changed(array $known): array
	{
		$changed = [];
		foreach ($known as $name => $row) {
			$isDamaged = $this->columns['damaged'][$row] === 1;
			if ($isDamaged || $this->runs[$row] === (string) $name) {
				$status = $this->folder->status((string) $name);
				if ($isDamaged || $status === null || $status['time'] !== $this->columns['time'][$row]
					|| $status['bytes'] !== $this->columns['bytes'][$row]) {
					$changed[$name] = $row;
				}
			}
		}

		return $changed;
	}

	/** @param array<int> $gone */
	private function remove(array $gone): void
	{
		if ($gone === []) {
			return;
		}
		$rows = array_flip($gone);
		$this->names = array_values(array_diff_key($this->names, $rows));
		$this->runs = array_values(array_diff_key($this->runs, $rows));
		foreach ($this->columns as $key => $column) {
			$this->columns[$key] = array_values(array_diff_key($column, $rows));
		}
	}

	/** @return array{name: string, run: string, ...<string, int|null>}|null null: the file is not a run */
	private function row(string $name): ?array
	{
		$file = $this->folder->inspect($name);
		if ($file === null) {
			return null;
		}
		$facts = Folder::factsIn($file['head'], $file['isJson']);
		$route = Dimension::tag($file['head'] ?? [], 'route')
			?? ($facts['uri'] === null ? null : explode('?', $facts['uri'], 2)[0]);

		return ['name' => $name, 'run' => $file['run'], 'kind' => $this->textRow($file['kind']),
			'method' => $this->textRow($facts['method']), 'uri' => $this->textRow($facts['uri']),
			'route' => $this->textRow($route), 'host' => $this->textRow($facts['host']),
			'mode' => $this->textRow($facts['mode']),
			'version' => $this->textRow(Dimension::tag($file['head'] ?? [], 'version')),
			'trace' => $this->textRow($facts['trace']), 'time' => $file['time'],
			'bytes' => $file['bytes'], 'status' => $facts['status'], 'wall_ns' => $facts['wall_ns'],
			'cpu_ns' => $facts['cpu_ns'], 'peak_bytes' => $facts['peak_bytes'],
			'peak_is_growth' => (int) $facts['peak_is_growth'], 'damaged' => (int) $facts['damaged']];
	}

	private function textRow(?string $text): int
	{
		if ($text === null) {
			return 0;
		}
		if ($this->textRows === []) {
			$this->textRows = array_flip(array_slice($this->texts, 1, null, true));
		}
		$row = $this->textRows[$text] ?? null;
		if ($row === null) {
			$row = $this->textRows[$text] = count($this->texts);
			$this->texts[] = $text;
		}

		return $row;
	}

	/**
	 * The row of each run, the newest first. If a run has several files, the one that holds most stands for it.
	 *
	 * @return list<int>
	 */
	public function rows(): array
	{
		$times = $this->columns['time'];
		$first = array_flip(array_reverse($this->runs, true));
		if (count($first) < count($times)) {
			$times = [];
			foreach ($this->runs as $row => $run) {
				$first[$run] = $this->rank($row) < $this->rank($first[$run]) ? $row : $first[$run];
			}
			foreach ($this->runs as $row => $run) {
				$times[$first[$run]] = max($times[$first[$run]] ?? 0, $this->columns['time'][$row]);
			}
		}
		arsort($times);

		return array_keys($times);
	}

	private function rank(int $row): int
	{
		$place = array_search($this->text('kind', $row), Folder::readable(), true);

		return $place === false ? count(Folder::readable()) : $place;
	}

	/** @return list<?int> of texts their numbers, for textOf(); of "time" Unix time */
	public function column(string $key): array
	{
		return $this->columns[$key];
	}

	public function textOf(?int $number): ?string
	{
		return $number === null || $number === 0 ? null : $this->texts[$number] ?? null;
	}

	/** -1: no run has it. */
	public function numberOf(string $text): int
	{
		$number = array_search($text, $this->texts, true);

		return $number === false || $number === 0 ? -1 : $number;
	}

	public function text(string $key, int $row): ?string
	{
		return $this->textOf($this->columns[$key][$row]);
	}

	public function number(string $key, int $row): ?int
	{
		return $this->columns[$key][$row];
	}

	public function run(int $row): string
	{
		return $this->runs[$row];
	}

	/** Unix time when it was saved. */
	public function time(int $row): int
	{
		return (int) $this->columns['time'][$row];
	}

	/**
	 * The mean time of some.
	 *
	 * @param list<int> $rows
	 */
	public function age(array $rows): float
	{
		return $rows === [] ? 0.0 : array_sum(array_map($this->time(...), $rows)) / count($rows);
	}

	/** The description of the run in the name of its file. */
	public function about(int $row): string
	{
		return Folder::about(['run' => $this->runs[$row], 'time' => 0, 'bytes' => 0,
			'files' => [['name' => $this->names[$row], 'kind' => '', 'bytes' => 0, 'time' => 0]]]);
	}

	/** The path of the run's file; null: it cannot be read. */
	public function file(int $row): ?string
	{
		return in_array($this->text('kind', $row), Folder::readable(), true)
			? "{$this->folder->path}/{$this->names[$row]}" : null;
	}

	public function files(): int
	{
		return count($this->names);
	}

	public function bytes(): int
	{
		return (int) array_sum($this->columns['bytes']);
	}
}
