<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

use XHProf\Cli\Problem;

/**
 * A .cpuprofile of Chrome's tools and Node.js: a tree of nodes, and samples that name them. A sample lasts until the
 * next one.
 */
final class CpuProfile
{
	/** The format counts microseconds. */
	private const TIME_NS = 1000;

	private const ANONYMOUS = '(anonymous)';

	/** @var array<int, int> ids to places in the list */
	private array $places = [];

	/** @var array<int, int> places to nodes of the tree */
	private array $nodes = [];

	/** @param list<array<mixed>> $rows nodes */
	private function __construct(private readonly array $rows, private readonly CallTree $tree)
	{
	}

	/** @param array<mixed> $file */
	public static function is(array $file): bool
	{
		return isset($file['startTime']) && (isset($file['nodes']) || isset($file['head']));
	}

	/** @param array<mixed> $file */
	public static function json(array $file, int $limit): string
	{
		if (!isset($file['nodes'])) {
			throw new Problem('it has the format used before Chrome 58, with "head" instead of "nodes"',
				'open it in DevTools and save it again');
		}
		$rows = array_map(static fn (mixed $row): array => JsonText::rows($row, 'a node'),
			array_values(JsonText::rows($file['nodes'], '"nodes"')));
		$reader = new self($rows, new CallTree(true, $limit));
		$reader->readNodes();
		$isTimed = isset($file['samples'], $file['timeDeltas']);
		$isTimed ? $reader->readSamples($file) : $reader->readHits($file);
		$startUs = JsonText::number($file['startTime'] ?? 0, '"startTime"');

		return $reader->tree->json(['mode' => 'sample', 'started_ns' => max(0, Whole::scaled($startUs, self::TIME_NS)),
			'read' => ['format' => 'cpuprofile',
				'lacks' => ['calls', 'memory', ...($isTimed ? [] : ['times of samples (all are read as equal)'])]]]);
	}

	private function readNodes(): void
	{
		foreach ($this->rows as $place => $row) {
			$id = JsonText::natural($row['id'] ?? null, "the id of node $place");
			$this->places[$id] = isset($this->places[$id]) ? throw new Problem("two nodes have the id $id") : $place;
		}
		$parents = $this->parents();
		$children = [];
		foreach (array_keys($this->rows) as $place) {
			$children[$parents[$place] ?? -1][] = $place;
		}
		$open = array_reverse($children[-1] ?? []);
		while ($open !== []) {
			$place = array_pop($open);
			$parent = isset($parents[$place]) ? $this->nodes[$parents[$place]] : CallTree::MAIN;
			$this->nodes[$place] = $this->tree->node($parent, $this->functionOf($place));
			array_push($open, ...array_reverse($children[$place] ?? []));
		}
		if (count($this->nodes) < count($this->rows)) {
			throw new Problem('some nodes are descendants of themselves');
		}
	}

	/** @return array<int, int> by "children", or by "parent" */
	private function parents(): array
	{
		$parents = [];
		foreach ($this->rows as $place => $row) {
			foreach (JsonText::rows($row['children'] ?? null, "\"children\" of node $place") as $id) {
				$child = $this->placeOf($id, "node $place");
				if (isset($parents[$child]) && $parents[$child] !== $place) {
					throw new Problem("node $child has two parents");
				}
				$parents[$child] = $place;
			}
			if (isset($row['parent'])) {
				$parents[$place] = $this->placeOf($row['parent'], "node $place");
			}
		}

		return $parents;
	}

	private function placeOf(mixed $id, string $what): int
	{
		$id = JsonText::natural($id, "the id of a node in $what");

		return $this->places[$id] ?? throw new Problem("$what names the node $id, which the file does not define");
	}

	private function functionOf(int $place): int
	{
		$frame = JsonText::rows($this->rows[$place]['callFrame'] ?? null, "\"callFrame\" of node $place");
		$name = JsonText::text($frame['functionName'] ?? null, "the name of node $place");
		$url = JsonText::text($frame['url'] ?? null, "the url of node $place");
		$line = $frame['lineNumber'] ?? null;

		return $this->tree->functions->number($name !== '' ? $name : self::ANONYMOUS,
			str_starts_with($url, 'file:///') ? substr($url, strlen('file://')) : $url,
			is_int($line) && $url !== '' && $line < PHP_INT_MAX ? FunctionTable::line($line + 1) : 0);
	}

	/** @param array<mixed> $file */
	private function readSamples(array $file): void
	{
		$samples = array_values(JsonText::rows($file['samples'], '"samples"'));
		$deltas = array_values(JsonText::rows($file['timeDeltas'], '"timeDeltas"'));
		if (count($samples) !== count($deltas)) {
			throw new Problem('it has ' . count($samples) . ' samples and ' . count($deltas) . ' "timeDeltas"');
		}
		$now = $latest = JsonText::number($file['startTime'] ?? 0, '"startTime"');
		$end = JsonText::number($file['endTime'] ?? $now, '"endTime"');
		foreach ($samples as $i => $id) {
			$node = $this->nodes[$this->placeOf($id, "sample $i")];
			$now += JsonText::number($deltas[$i], "time delta $i");
			// The clocks of several CPUs differ, so a sample may be earlier than the last one. It then takes no time.
			$latest = max($latest, $now);
			$next = isset($deltas[$i + 1]) ? $now + JsonText::number($deltas[$i + 1], 'time delta ' . ($i + 1)) : $end;
			$this->tree->add($node, 'calls', 1);
			$this->tree->add($node, 'wall_ns', Whole::scaled(max(0, $next - $latest), self::TIME_NS));
		}
	}

	/**
	 * Reads the hit counts, if there are no samples.
	 *
	 * @param array<mixed> $file
	 */
	private function readHits(array $file): void
	{
		$hits = [];
		foreach ($this->rows as $place => $row) {
			$hits[$place] = JsonText::natural($row['hitCount'] ?? null, "\"hitCount\" of node $place");
		}
		$took = max(0, JsonText::number($file['endTime'] ?? 0, '"endTime"')
			- JsonText::number($file['startTime'] ?? 0, '"startTime"'));
		$total = array_sum($hits);
		foreach ($hits as $place => $count) {
			$this->tree->add($this->nodes[$place], 'calls', $count);
			$this->tree->add($this->nodes[$place], 'wall_ns',
				$total > 0 ? Whole::scaled($took / $total * $count, self::TIME_NS) : 0);
		}
	}
}
