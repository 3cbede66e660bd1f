<?php
declare(strict_types=1);

namespace XHProf\Cli\Serve;

use XHProf\Cli\Run\Dimension;
use XHProf\Cli\Run\Folder;

/**
 * What all files of a folder say of their runs, in columns: 100,000 are read, filtered and added up in less than a second. A copy outside of
 * the folder remembers files that were looked into; a file that the extension saved never changes.
 *
 * @phpstan-type Facts array{method: ?string, uri: ?string, route: ?string, host: ?string, mode: ?string, version: ?string, trace: ?string,
 *     status: ?int, wall_ns: ?int, cpu_ns: ?int, peak_bytes: ?int, peak_is_growth: bool, damaged: bool}
 */
final class RunTable
{
	private const VERSION = 2;

	/** Of many rows alike: the column has the number of the text. */
	private const TEXTS = ['kind', 'method', 'uri', 'route', 'host', 'mode', 'version', 'trace'];
	private const NUMBERS = ['status', 'wall_ns', 'cpu_ns', 'peak_bytes', 'peak_is_growth', 'damaged'];
	private const OF_FILE = ['name', 'run', 'time', 'bytes'];

	/** @var array<string, list<mixed>> by name, a row for each file */
	private array $columns = [];

	/** @var list<?string> */
	private array $texts = [null];

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
		$this->columns = array_fill_keys([...self::OF_FILE, ...self::TEXTS, ...self::NUMBERS], []);
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
		$data = $text === false ? null : @unserialize($text, ['allowed_classes' => false]);
		if (is_array($data) && ($data['version'] ?? null) === self::VERSION && ($data['folder'] ?? null) === $this->folder->path) {
			[$this->columns, $this->texts] = [$data['columns'], $data['texts']]; // @phpstan-ignore assign.propertyType (its own)
		}
	}

	private function remember(): void
	{
		if ($this->cache === null) {
			return;
		}
		$new = $this->cache . '.' . getmypid();
		$data = serialize(['version' => self::VERSION, 'folder' => $this->folder->path, 'columns' => $this->columns, 'texts' => $this->texts]);
		if (@file_put_contents($new, $data) === strlen($data)) {
			@rename($new, $this->cache);
		}
	}

	/** @return bool whether anything changed */
	private function update(): bool
	{
		$names = $this->folder->names();
		$known = array_flip($this->columns['name']);
		$isThere = array_fill_keys($names, true);
		$gone = array_diff_key($known, $isThere) + $this->changed($known);
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
		if ($isNew) {
			$this->textRows = [];
		}

		return $isNew || $gone !== [];
	}

	/**
	 * Files that somebody else wrote may grow, and one that was damaged may have been copied only in part.
	 *
	 * @param array<string, int> $known
	 * @return array<string, int>
	 */
	private function changed(array $known): array
	{
		$changed = [];
		foreach ($known as $name => $row) {
			if ($this->columns['run'][$row] === (string) $name || $this->columns['damaged'][$row]) {
				$status = $this->folder->status((string) $name);
				if ($this->columns['damaged'][$row] || $status === null || $status['time'] !== $this->columns['time'][$row] || $status['bytes'] !== $this->columns['bytes'][$row]) {
					$changed[$name] = $row;
				}
			}
		}

		return $changed;
	}

	/** @param array<string, int> $gone */
	private function remove(array $gone): void
	{
		if ($gone !== []) {
			$rows = array_flip($gone);
			foreach ($this->columns as $key => $column) {
				$this->columns[$key] = array_values(array_diff_key($column, $rows));
			}
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
		$facts = ['name' => $name, 'kind' => $file['kind'], 'run' => $file['run'], 'time' => $file['time'], 'bytes' => $file['bytes']] + Folder::factsIn($file['head'], $file['isJson']);
		$facts['route'] = Dimension::tag($head, 'route') ?? ($facts['uri'] === null ? null : explode('?', $facts['uri'], 2)[0]);
		$facts['version'] = Dimension::tag($head, 'version');
		foreach (self::TEXTS as $key) {
			$this->columns[$key][] = $facts[$key] === null ? 0 : $this->textRow($facts[$key]);
		}
		foreach ([...self::OF_FILE, ...self::NUMBERS] as $key) {
			$this->columns[$key][] = $facts[$key];
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
		$first = array_flip(array_reverse($this->columns['run'], true));
		if (count($first) < count($times)) {
			$times = [];
			foreach ($this->columns['run'] as $row => $run) {
				$best = $first[$run];
				$first[$run] = $this->rank($row) < $this->rank($best) ? $row : $best;
			}
			foreach ($this->columns['run'] as $row => $run) {
				$times[$first[$run]] = max($times[$first[$run]] ?? 0, $this->columns['time'][$row]);
			}
		}
		arsort($times);

		return array_keys($times);
	}

	private function rank(int $row): int
	{
		$place = array_search($this->texts[$this->columns['kind'][$row]], Folder::READABLE, true);

		return $place === false ? count(Folder::READABLE) : $place;
	}

	/** @return list<int>|list<?int> of texts their numbers, for textOf(); "time" is Unix time */
	public function column(string $key): array
	{
		return $this->columns[$key]; // @phpstan-ignore return.type (numbers)
	}

	public function textOf(int $number): ?string
	{
		return $this->texts[$number];
	}

	/** -1: no run has it. */
	public function numberOf(string $text): int
	{
		$number = array_search($text, $this->texts, true);

		return $number === false ? -1 : $number;
	}

	public function text(string $key, int $row): ?string
	{
		return $this->texts[$this->columns[$key][$row]]; // @phpstan-ignore return.type, offsetAccess.invalidOffset (numbers)
	}

	/** @return Facts */
	public function facts(int $row): array
	{
		$facts = [];
		foreach (['method', 'uri', 'route', 'host', 'mode', 'version', 'trace'] as $key) {
			$facts[$key] = $this->text($key, $row);
		}
		foreach (self::NUMBERS as $key) {
			$facts[$key] = $this->columns[$key][$row];
		}

		/** @var Facts */
		return $facts;
	}

	public function run(int $row): string
	{
		return $this->columns['run'][$row]; // @phpstan-ignore return.type (a string)
	}

	/** Unix time when it was saved. */
	public function time(int $row): int
	{
		return $this->columns['time'][$row]; // @phpstan-ignore return.type (a number)
	}

	/** What the name of its file says of it. */
	public function about(int $row): string
	{
		return Folder::about(['run' => $this->run($row), 'time' => 0, 'bytes' => 0, 'files' => [['name' => $this->columns['name'][$row], 'kind' => '', 'bytes' => 0, 'time' => 0]]]); // @phpstan-ignore argument.type
	}

	/** Where the run is, if it can be read. */
	public function file(int $row): ?string
	{
		return in_array($this->text('kind', $row), Folder::READABLE, true) ? "{$this->folder->path}/{$this->columns['name'][$row]}" : null;
	}

	public function bytesOf(int $row): int
	{
		return $this->columns['bytes'][$row]; // @phpstan-ignore return.type (a number)
	}

	public function files(): int
	{
		return count($this->columns['name']);
	}

	public function bytes(): int
	{
		return array_sum($this->columns['bytes']); // @phpstan-ignore argument.type, return.type
	}
}
