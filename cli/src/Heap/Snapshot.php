<?php
declare(strict_types=1);

namespace XHProf\Cli\Heap;

use XHProf\Cli\Problem;

/**
 * Reads the file of a snapshot, whose format is in docs/heap-format.md. It may be cut off or forged: invalid lines are
 * left out and counted.
 */
final class Snapshot
{
	public const KINDS = ['o' => 'object', 'a' => 'array', 's' => 'string', '&' => 'reference', 'r' => 'resource',
		't' => 'expression', 'f' => 'frame', 'c' => 'block'];

	public const EDGES = ['e' => 'element', 'k' => 'key', 'p' => 'property', 'd' => 'properties', 'v' => 'value',
		'i' => 'internal', 'h' => 'this', 'c' => 'closure', 'u' => 'statics', 'f' => 'frame', 'l' => 'local',
		'x' => 'argument', 'y' => 'temporary', 'q' => 'pending', 'b' => 'symbols', 'w' => 'yielded',
		'r' => 'resource', 'n' => 'constant', 'm' => 'pointer'];

	private const FIRST_LINE = "xhprof-heap\t1";
	private const LONGEST_LINE = 1 << 16;
	private const MOST = 1 << 48;

	/** @var array<string, string> */
	public array $meta = [];

	/** @var array<int, string> */
	public array $names = [0 => ''];

	/** @var array<int, string> kinds by id, from 1 on without gaps; the next ones, up to $rest, have the same keys */
	public array $kinds = [];

	/** @var array<int, int> */
	public array $bytes = [];

	/** @var array<int, int> */
	public array $references = [];

	/** @var array<int, int> */
	public array $counts = [];

	/** @var array<int, int> */
	public array $capacities = [];

	/** @var array<int, string> */
	public array $flags = [];

	/** @var array<int, int> numbers of names */
	public array $classes = [];

	/** @var array<int, string> address, digest, site and perhaps value, as they are in the file */
	public array $rest = [];

	/** @var list<int> of edges */
	public array $from = [];

	/** @var list<int> */
	public array $to = [];

	/** One letter for each edge. */
	public string $edgeKinds = '';

	/** @var array<int, string> those that edges have */
	public array $labels = [];

	/** @var list<array{int, string, string}> node, kind, name */
	public array $roots = [];

	/** @var array<int, array{?int, string, string, int}> node to depth, function, file, line */
	public array $frames = [];

	/** @var array<string, array{int, int}> bytes, blocks */
	public array $regions = [];

	/** @var array<int, string> */
	public array $sites = [];

	/** The last line is there and counts what was read. */
	public bool $isComplete = false;

	/** The last line is missing. */
	public bool $isCutShort = true;

	/** The objects and bytes that the snapshot itself left out. */
	public int $truncated = 0;

	/** The number of invalid lines and references. */
	public int $damaged = 0;

	private int $lastFrom = 0;

	public function __construct(private readonly string $file)
	{
		$stream = @fopen($file, 'rb');
		if ($stream === false || is_dir($file)) {
			throw new Problem("$file: " . (file_exists($file) ? 'it cannot be read' : 'no such file'),
				'xhprof_heap_snapshot() makes one');
		}
		if (rtrim((string) fgets($stream, 64), "\n") !== self::FIRST_LINE) {
			throw new Problem("$file: not a snapshot of a heap", 'xhprof_heap_snapshot() makes one');
		}
		while (($line = fgets($stream, self::LONGEST_LINE)) !== false) {
			if ($line[-1] !== "\n" || !$this->take($line[0], explode("\t", substr($line, 0, -1)))) {
				$this->damaged++;
			}
		}
		fclose($stream);
		$this->renumber();
	}

	/** The kind of an edge in a word. */
	public function edgeKind(int $edge): string
	{
		return self::EDGES[$this->edgeKinds[$edge]];
	}

	/** @param list<string> $fields */
	private function take(string $type, array $fields): bool
	{
		return match ($type) {
			'e' => $this->takeEdge($fields),
			'n' => $this->takeNode($fields),
			's' => isset($fields[2]) && self::put($this->names, (int) $fields[1], $fields[2]),
			'r' => isset($fields[3])
				&& $this->roots[] = [(int) $fields[1], self::text($fields[2]), self::text($fields[3])],
			'f' => $this->takeFrame($fields),
			'g' => isset($fields[3])
				&& $this->regions[self::text($fields[1])] = [self::size($fields[2]), self::size($fields[3])],
			'm' => isset($fields[2]) && self::put($this->meta, self::text($fields[1]), $fields[2]),
			'a' => isset($fields[2]) && self::put($this->sites, (int) $fields[1], $fields[2]),
			'z' => $this->takeEnd($fields),
			default => true, // of a newer version
		};
	}

	/**
	 * @template TKey of int|string
	 * @param array<TKey, string> $texts
	 * @param TKey $key
	 */
	private static function put(array &$texts, int|string $key, string $text): bool
	{
		$texts[$key] = self::text($text);

		return true;
	}

	/** @param list<string> $fields */
	private function takeNode(array $fields): bool
	{
		$id = (int) ($fields[1] ?? 0);
		if ($id < 1 || !isset($fields[11], self::KINDS[$fields[2]]) || isset($this->kinds[$id])) {
			return false;
		}
		$this->kinds[$id] = $fields[2];
		$this->bytes[$id] = self::size($fields[4]);
		$this->references[$id] = self::size($fields[5]);
		$this->counts[$id] = self::size($fields[6]);
		$this->capacities[$id] = self::size($fields[7]);
		$this->flags[$id] = (string) preg_replace('/[^a-z]/', '', $fields[8]);
		$this->classes[$id] = (int) $fields[9];
		$this->rest[$id] = implode("\t", [$fields[3], $fields[10], $fields[11], ...array_slice($fields, 12, 1)]);

		return true;
	}

	/** @param list<string> $fields */
	private function takeEdge(array $fields): bool
	{
		// Also for an edge that is left out: later edges may start at the same node without naming it.
		if (($fields[1] ?? '') !== '') {
			$this->lastFrom = (int) $fields[1];
		}
		if (!isset($fields[3], self::EDGES[$fields[3]])) {
			return false;
		}
		$label = $fields[4] ?? '';
		if ($label !== '') {
			$this->labels[count($this->from)] = $label;
		}
		$this->from[] = $this->lastFrom;
		$this->to[] = (int) $fields[2];
		$this->edgeKinds .= $fields[3];

		return true;
	}

	/** @param list<string> $fields */
	private function takeFrame(array $fields): bool
	{
		if (!isset($fields[4])) {
			return false;
		}
		$this->frames[(int) $fields[1]] = [$fields[2] === '-' ? null : self::size($fields[2]), self::text($fields[3]),
			self::text($fields[4]), self::size($fields[5] ?? '')];

		return true;
	}

	/** @param list<string> $fields */
	private function takeEnd(array $fields): bool
	{
		$this->isCutShort = false;
		$this->isComplete = isset($fields[5]) && (int) $fields[1] === count($this->kinds)
			&& (int) $fields[2] === count($this->from) && (int) $fields[3] === count($this->roots)
			&& (int) $fields[4] === array_sum($this->bytes) + array_sum(array_column($this->regions, 0));
		$this->truncated = self::size($fields[5] ?? '');

		return $this->isComplete;
	}

	/** Makes the ids consecutive, and drops references to nodes that do not exist. */
	private function renumber(): void
	{
		ksort($this->kinds);
		$ids = array_keys($this->kinds);
		$new = $ids === [] || end($ids) === count($ids) ? null : array_flip($ids);
		$this->kinds = self::inOrder($this->kinds);
		$this->bytes = self::inOrder($this->bytes);
		$this->references = self::inOrder($this->references);
		$this->counts = self::inOrder($this->counts);
		$this->capacities = self::inOrder($this->capacities);
		$this->flags = self::inOrder($this->flags);
		$this->classes = self::inOrder($this->classes);
		$this->rest = self::inOrder($this->rest);
		$id = fn (int $old): int => $new === null ? (isset($this->kinds[$old]) ? $old : 0) : ($new[$old] ?? -1) + 1;
		$this->renumberEdges($id);
		$roots = [];
		foreach ($this->roots as $root) {
			$root[0] = $id($root[0]);
			$root[0] > 0 ? $roots[] = $root : $this->damaged++;
		}
		$this->roots = $roots;
		$frames = [];
		foreach ($this->frames as $old => $frame) {
			$id($old) > 0 ? $frames[$id($old)] = $frame : $this->damaged++;
		}
		$this->frames = $frames;
	}

	/**
	 * The values with the ids from 1 on, without gaps.
	 *
	 * @template T
	 * @param array<int, T> $values
	 * @return array<int, T>
	 */
	private static function inOrder(array $values): array
	{
		ksort($values);

		return $values === [] ? [] : array_combine(range(1, count($values)), $values);
	}

	/** @param callable(int): int $id */
	private function renumberEdges(callable $id): void
	{
		$from = $to = $labels = [];
		$kinds = '';
		foreach ($this->from as $edge => $old) {
			$start = $id($old);
			$end = $id($this->to[$edge]);
			if ($start < 1 || $end < 1) {
				$this->damaged++;
				continue;
			}
			if (isset($this->labels[$edge])) {
				$labels[count($from)] = $this->label($this->labels[$edge]);
			}
			$from[] = $start;
			$to[] = $end;
			$kinds .= $this->edgeKinds[$edge];
		}
		[$this->from, $this->to, $this->labels, $this->edgeKinds] = [$from, $to, $labels, $kinds];
	}

	/** "+7", "-7" and "=key" stay as they are: a key may look like a number. */
	private function label(string $label): string
	{
		return str_starts_with($label, '#') ? $this->names[(int) substr($label, 1)] ?? '?' : self::text($label);
	}

	/** Escapes other than that of the backslash stay, because these bytes must not reach a terminal. */
	private static function text(string $text): string
	{
		return str_replace('\x5c', '\\', $text);
	}

	private static function size(string $text): int
	{
		return max(0, min((int) $text, self::MOST));
	}
}
