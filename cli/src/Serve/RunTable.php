<?php
declare(strict_types=1);

namespace XHProf\Cli\Serve;

use XHProf\Cli\Run\Dimension;
use XHProf\Cli\Run\Folder;

/**
 * What all files of a folder say of their runs, in columns: 100,000 are read, filtered and added up in less than a second. A copy outside of
 * the folder remembers files that were looked into; a file that the extension saved never changes.
 */
final class RunTable
{
	private const VERSION = 3;

	/** Of many rows alike: the column has the number of the text. */
	private const TEXTS = ['kind', 'method', 'uri', 'route', 'host', 'mode', 'version', 'trace'];
	private const NUMBERS = ['time', 'bytes', 'status', 'wall_ns', 'cpu_ns', 'peak_bytes', 'peak_is_growth', 'damaged'];

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
		// Of 100,000 arrays it would look at each, several times, and find no cycle.
		$collects = gc_enabled();
		gc_disable();
		$this->columns = array_fill_keys([...self::TEXTS, ...self::NUMBERS], []);
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
		/** @var array{int, string, list<string>, list<string>, array<string, list<?int>>, list<string>}|false $data as remember() wrote it */
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
		$new = $this->cache . '.' . getmypid();
		$data = serialize([self::VERSION, $this->folder->path, $this->names, $this->runs, $this->columns, $this->texts]);
		if (@file_put_contents($new, $data) === strlen($data)) {
			@rename($new, $this->cache);
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
		$this->foreign = -2; // "." and ".."
		$isNew = false;
		foreach ($names as $name) {
			if (!isset($known[$name])) {
				$isRun = $this->add($name);
				$this->foreign += $isRun ? 0 : 1;
				$isNew = $isNew || $isRun;
			}
		}

		return $isNew || $gone !== [];
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
				if ($isDamaged || $status === null || $status['time'] !== $this->columns['time'][$row] || $status['bytes'] !== $this->columns['bytes'][$row]) {
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

	/** @return bool false: the file is no run */
	private function add(string $name): bool
	{
		$file = $this->folder->inspect($name);
		if ($file === null) {
			return false;
		}
		$head = $file['head'] ?? [];
		$facts = ['time' => $file['time'], 'bytes' => $file['bytes'], 'kind' => $file['kind']] + Folder::factsIn($file['head'], $file['isJson']);
		$facts['route'] = Dimension::tag($head, 'route') ?? ($facts['uri'] === null ? null : explode('?', $facts['uri'], 2)[0]);
		$facts['version'] = Dimension::tag($head, 'version');
		$this->names[] = $name;
		$this->runs[] = $file['run'];
		foreach (self::TEXTS as $key) {
			$this->columns[$key][] = $facts[$key] === null ? 0 : $this->textRow($facts[$key]);
		}
		foreach (self::NUMBERS as $key) {
			$this->columns[$key][] = $facts[$key] === null ? null : (int) $facts[$key];
		}

		return true;
	}

	private function textRow(string $text): int
	{
		if ($this->textRows === []) {
			foreach (array_slice($this->texts, 1, null, true) as $row => $known) {
				$this->textRows["=$known"] = $row;
			}
		}
		$row = $this->textRows["=$text"] ?? null;
		if ($row === null) {
			$row = count($this->texts);
			$this->texts[] = $text;
			$this->textRows["=$text"] = $row;
		}

		return $row;
	}

	/**
	 * A row for each run, the newest first. Of several files of a run it is that which says most.
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
		$place = array_search($this->text('kind', $row), Folder::READABLE, true);

		return $place === false ? count(Folder::READABLE) : $place;
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

	/** What the name of its file says of it. */
	public function about(int $row): string
	{
		return Folder::about(['run' => $this->runs[$row], 'time' => 0, 'bytes' => 0, 'files' => [['name' => $this->names[$row], 'kind' => '', 'bytes' => 0, 'time' => 0]]]);
	}

	/** Where the run is, if it can be read. */
	public function file(int $row): ?string
	{
		return in_array($this->text('kind', $row), Folder::READABLE, true) ? "{$this->folder->path}/{$this->names[$row]}" : null;
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
