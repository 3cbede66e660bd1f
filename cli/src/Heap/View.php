<?php
declare(strict_types=1);

namespace XHProf\Cli\Heap;

use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;

/**
 * The most frequent queries on a snapshot.
 *
 * @phpstan-import-type Row from Database
 * @phpstan-type Summary array{php: int|float|string|null, time: int|float|string|null, complete: bool,
 *     cut_short: bool, truncated: int, damaged: int, memory_usage: int,
 *     accounted: int, nodes: int, edges: int, roots: int}
 */
final class View
{
	private const CLASSES = "SELECT class, kind, nodes, bytes, retained FROM classes WHERE kind = 'object'
		OR kind = 'resource' ORDER BY retained DESC, class LIMIT ?";

	private const KINDS = 'SELECT kind, COUNT(*) AS nodes, SUM(bytes) AS bytes FROM nodes GROUP BY kind
		ORDER BY bytes DESC, kind';

	/*
	 * Roots with the same name are not added up: together they retain more than the sum, because values that they share
	 * count for none of them alone.
	 */
	private const ROOTS = "SELECT roots.kind, roots.name, MAX(nodes.retained) AS retained, nodes.id AS node
		FROM roots JOIN nodes ON nodes.id = roots.node
		WHERE roots.kind != 'store' AND (roots.kind != 'resource' OR nodes.root = roots.id)
		GROUP BY roots.node ORDER BY MAX(nodes.retained) DESC, roots.id LIMIT ?";

	private const ARRAYS = "SELECT nodes.id AS node, count, capacity, bytes, retained, paths.text AS path FROM nodes
		JOIN paths ON paths.id = nodes.path WHERE kind = 'array' ORDER BY retained DESC, nodes.id LIMIT ?";

	private const LOOSE = 'SELECT loose_arrays.id AS node, count, capacity, bytes, unused, paths.text AS path
		FROM loose_arrays JOIN paths ON paths.id = loose_arrays.path ORDER BY unused DESC, loose_arrays.id LIMIT ?';

	private const DUPLICATES =
		'SELECT example AS node, length, copies, wasted, duplicate_strings.value, paths.text AS path
		FROM duplicate_strings JOIN nodes ON nodes.id = example JOIN paths ON paths.id = nodes.path
		ORDER BY wasted DESC, example LIMIT ?';

	private const SUSPECTS = "SELECT class, COUNT(*) AS objects, SUM(bytes) AS bytes FROM cycle_suspects GROUP BY class
		ORDER BY bytes DESC, class LIMIT ?";

	private const SITES = 'SELECT site, nodes, bytes FROM by_site ORDER BY bytes DESC, site LIMIT ?';

	private const HOLDERS = 'SELECT path, nodes, bytes FROM by_path WHERE class = ? ORDER BY bytes DESC, path LIMIT ?';

	private const LARGEST = 'SELECT id AS node, bytes, retained, refs, state FROM nodes WHERE class = ?
		ORDER BY retained DESC, id LIMIT ?';

	public function __construct(
		private readonly Database $heap,
		private readonly Terminal $terminal,
		private readonly string $title,
	) {
	}

	/** @return Summary */
	public function summary(): array
	{
		$bytes = $this->heap->int('SELECT SUM(bytes) FROM nodes')
			+ $this->heap->int("SELECT SUM(bytes) FROM regions WHERE name != 'unaccounted'");
		$usage = $this->heap->metaInt('memory_usage');

		return ['php' => $this->heap->meta('php'), 'time' => $this->heap->meta('time'),
			'complete' => $this->heap->meta('complete') === 1, 'cut_short' => $this->heap->meta('cut_short') === 1,
			'truncated' => $this->heap->metaInt('truncated'),
			'damaged' => $this->heap->metaInt('damaged'), 'memory_usage' => $usage, 'accounted' => $bytes,
			'nodes' => $this->heap->int('SELECT COUNT(*) FROM nodes'),
			'edges' => $this->heap->int('SELECT COUNT(*) FROM edges'),
			'roots' => $this->heap->int('SELECT COUNT(*) FROM roots')];
	}

	/**
	 * For programs; text() says the same for people.
	 *
	 * @return array{summary: Summary, kinds: list<Row>, regions: list<Row>, classes: list<Row>, roots: list<Row>,
	 *     arrays: list<Row>, loose_arrays: list<Row>, duplicate_strings: list<Row>, cycle_suspects: list<Row>,
	 *     held_by_extensions: int, sites: list<Row>}
	 */
	public function data(int $limit): array
	{
		return ['summary' => $this->summary(), 'kinds' => $this->heap->rows(self::KINDS),
			'regions' => $this->heap->rows('SELECT name, bytes, blocks FROM regions ORDER BY bytes DESC, name'),
			'classes' => $this->heap->rows(self::CLASSES, $limit),
			'roots' => $this->heap->rows(self::ROOTS, $limit), 'arrays' => $this->heap->rows(self::ARRAYS, $limit),
			'loose_arrays' => $this->heap->rows(self::LOOSE, $limit),
			'duplicate_strings' => $this->heap->rows(self::DUPLICATES, $limit),
			'cycle_suspects' => $this->heap->rows(self::SUSPECTS, $limit), 'held_by_extensions' =>
				$this->heap->int("SELECT COUNT(*) FROM nodes WHERE state = 'held' AND kind = 'object'"),
			'sites' => $this->heap->rows(self::SITES, $limit)];
	}

	public function text(int $limit): string
	{
		$data = $this->data($limit);

		return $this->head($data['summary'])
			. $this->table('where the memory is', ['bytes', 'count'], $this->places($data['kinds'], $data['regions']))
			. $this->table('classes', ['retained', 'own', 'count'], array_map(static fn (array $row) => [
				self::bytes($row, 'retained'), self::bytes($row, 'bytes'),
				self::count($row, 'nodes'), self::string($row, 'class')], $data['classes']))
					. $this->table('held by one root only', ['retained'], array_map(static fn (array $row) => [
						self::bytes($row, 'retained'),
						Paths::rootText(self::string($row, 'kind'), self::string($row, 'name'))],
						$data['roots'])) . $this->table('arrays', ['retained', 'own', 'elements', 'node'],
							array_map(static fn (array $row) => [
								self::bytes($row, 'retained'), self::bytes($row, 'bytes'), self::count($row, 'count'),
								self::string($row, 'node'), self::string($row, 'path')], $data['arrays']))
					. $this->table('arrays with much unused capacity', ['unused', 'elements', 'room', 'node'],
						array_map(static fn (array $row) => [self::bytes($row, 'unused'), self::count($row, 'count'),
							self::count($row, 'capacity'), self::string($row, 'node'), self::string($row, 'path')],
							$data['loose_arrays']))
					. $this->table('duplicate strings', ['wasted', 'copies', 'length', 'node'],
						array_map(static fn (array $row) => [self::bytes($row, 'wasted'), self::count($row, 'copies'),
							self::bytes($row, 'length'), self::string($row, 'node'), $row['value'] === null
								? self::string($row, 'path') : '"' . self::string($row, 'value') . '"'],
							$data['duplicate_strings']))
					. $this->table('objects in cycles, not collected yet', ['own', 'count'],
						array_map(static fn (array $row) => [self::bytes($row, 'bytes'),
							self::count($row, 'objects'), self::string($row, 'class')], $data['cycle_suspects']))
					. ($data['held_by_extensions'] > 0 ? "\n" . Units::count($data['held_by_extensions'])
						. " objects are held only by extensions that do not report references\n" : '')
					. $this->table('allocated by', ['bytes', 'count'], array_map(static fn (array $row) => [
						self::bytes($row, 'bytes'), self::count($row, 'nodes'),
						self::string($row, 'site')], $data['sites']));
	}

	/** @return array{class: string, total: Row, holders: list<Row>, largest: list<Row>} */
	public function classData(string $wanted, int $limit): array
	{
		$class = $this->find($wanted);

		return ['class' => $class, 'total' => $this->heap->rows('SELECT kind, nodes, bytes, retained FROM classes
			WHERE class = ?', $class)[0], 'holders' => $this->heap->rows(self::HOLDERS, $class, $limit),
			'largest' => $this->heap->rows(self::LARGEST, $class, $limit)];
	}

	public function classText(string $wanted, int $limit): string
	{
		$data = $this->classData($wanted, $limit);

		return $this->terminal->style($data['class'], 'bold') . "\n" . self::count($data['total'], 'nodes')
			. ', own ' . self::bytes($data['total'], 'bytes') . ', retained ' . self::bytes($data['total'], 'retained')
			. "\n" . $this->table('held by', ['own', 'count'], array_map(static fn (array $row) => [
				self::bytes($row, 'bytes'), self::count($row, 'nodes'), self::string($row, 'path')], $data['holders']))
			. $this->table('those that retain most', ['retained', 'own', 'refs', 'node'], array_map(fn (array $row) => [
				self::bytes($row, 'retained'), self::bytes($row, 'bytes'), self::count($row, 'refs'),
				self::string($row, 'node'), $this->way(self::int($row, 'node'))], $data['largest']));
	}

	/** @return array{node: Row, way: string, steps: list<Row>, holders: list<Row>} */
	public function nodeData(int $node): array
	{
		$row = $this->heap
			->rows('SELECT id AS node, kind, class, bytes, retained, refs, in_edges, count, capacity, flags,
			state, value, dominator FROM nodes WHERE id = ?', $node)[0]
			?? throw new Problem("no node $node in this snapshot", 'xhprof heap FILE shows some');

		return ['node' => $row, 'way' => $this->way($node), 'steps' => $this->steps($node), 'holders' =>
			$this->heap->rows('SELECT holder AS node, holder_kind AS "of", holder_class AS class, kind, label
				FROM holders WHERE node = ? ORDER BY holder LIMIT 100', $node)];
	}

	public function nodeText(int $node): string
	{
		$data = $this->nodeData($node);
		$row = $data['node'];
		$text = $this->terminal->style(trim("node $node: {$row['kind']} {$row['class']}"), 'bold') . "\nown "
			. self::bytes($row, 'bytes') . ', retained ' . self::bytes($row, 'retained') . ', '
			. self::count($row, 'refs') . ' references, ' . self::count($row, 'in_edges') . " of them seen\n"
			. Text::plain($data['way']) . "\n";
		$steps = array_map(static fn (array $step) => [self::string($step, 'node'), self::bytes($step, 'retained'),
			trim("{$step['of']} {$step['class']}")
				. ($step['kind'] === null ? '' : "  {$step['kind']} {$step['label']}")], $data['steps']);
		$holders = array_map(static fn (array $holder) => [self::string($holder, 'node'),
			trim("{$holder['of']} {$holder['class']}") . "  {$holder['kind']} {$holder['label']}"], $data['holders']);

		return $text . $this->table('from a root to it', ['node', 'retained'], $steps)
			. $this->table('held by', ['node'], $holders);
	}

	/** The way to one node, as PHP would write it. */
	private function way(int $node): string
	{
		$way = '';
		$table = '';
		foreach ($this->steps($node) as $i => $step) {
			if ($i === 0) {
				$root = $this->heap->rows('SELECT kind, name FROM roots WHERE id = ?',
					(int) ($step['root'] ?? -1))[0] ?? null;
				$way = $root === null ? '(damaged)'
					: Paths::rootText(self::string($root, 'kind'), self::string($root, 'name'));
				$table = $root === null ? '' : self::string($root, 'kind');
			}
			if ($step['kind'] !== null) {
				$kind = self::string($step, 'kind');
				$way .= Paths::stepText($kind, $step['label'] === null ? null : self::string($step, 'label'), $table);
				$table = $kind;
			}
		}

		return $way;
	}

	/**
	 * Each node on the way, and how it holds the next one. Long ways lose their middle.
	 *
	 * @return list<Row>
	 */
	private function steps(int $node): array
	{
		$steps = [];
		$edge = ['kind' => null, 'label' => null];
		while (count($steps) < 1000) {
			$row = $this->heap
				->rows('SELECT nodes.id AS node, nodes.kind AS "of", class, retained, root, via, src, edges.kind,
				label FROM nodes LEFT JOIN edges ON edges.id = via WHERE nodes.id = ?', $node)[0];
			array_unshift($steps, ['node' => $node, 'of' => $row['of'], 'class' => $row['class'],
				'retained' => $row['retained'], 'root' => $row['root'], ...$edge]);
			if ($row['via'] === null) {
				break;
			}
			$edge = ['kind' => $row['kind'], 'label' => $row['label']];
			$node = self::int($row, 'src');
		}

		return $steps;
	}

	private function find(string $wanted): string
	{
		$names = array_map(static fn (array $row): string => self::string($row, 'class'),
			$this->heap->rows("SELECT DISTINCT class FROM nodes WHERE class != '' ORDER BY class"));
		$same = array_values(array_filter($names,
			static fn (string $name) => strcasecmp($name, ltrim($wanted, '\\')) === 0));
		$like = $same !== [] ? $same
			: array_values(array_filter($names, static fn (string $name) => stripos($name, $wanted) !== false));
		if (count($like) === 1) {
			return $like[0];
		}
		$near = Text::nearest($wanted, $names);
		throw new Problem($like === [] ? "the snapshot has no object of a class \"$wanted\""
			: count($like) . " classes match \"$wanted\"", $like === []
			? ($near === null ? 'xhprof heap FILE lists classes' : "did you mean $near?")
			: 'one of: ' . implode(', ', array_slice($like, 0, 8)) . (count($like) > 8 ? ', ...' : ''));
	}

	/** @param Summary $sum */
	private function head(array $sum): string
	{
		return $this->terminal->style(
			Text::cut($this->title, 32) . '  PHP ' . Text::plain((string) $sum['php']) . '  memory '
				. Units::bytes($sum['memory_usage']) . '  ' . Units::percent($sum['accounted'], $sum['memory_usage'])
				. ' % accounted for', 'bold') . "\n" . Units::count($sum['nodes']) . ' values  '
			. Units::count($sum['edges']) . ' references  ' . Units::count($sum['roots']) . " roots\n";
	}

	/**
	 * @param list<Row> $kinds
	 * @param list<Row> $regions
	 * @return array<list<string>>
	 */
	private function places(array $kinds, array $regions): array
	{
		$rows = [...array_map(static fn (array $kind): array => [self::int($kind, 'bytes'),
			self::int($kind, 'nodes'), self::string($kind, 'kind') . 's'], $kinds),
			...array_map(static fn (array $region): array => [self::int($region, 'bytes'),
				self::int($region, 'blocks'), self::string($region, 'name')], $regions)];
		usort($rows, static fn (array $a, array $b): int => $b[0] <=> $a[0]);

		return array_map(static fn (array $row) => [Units::bytes($row[0]), $row[1] === 0 ? '' : Units::count($row[1]),
			$row[2]], array_filter($rows, static fn (array $row): bool => $row[0] > 0));
	}

	/**
	 * @param list<string> $columns of numbers; the last of each row is text, and has no name
	 * @param array<list<string>> $rows
	 */
	private function table(string $title, array $columns, array $rows): string
	{
		if ($rows === []) {
			return '';
		}
		$text = "\n" . $this->terminal->style(implode('', array_map(
			static fn (string $column): string => Text::right($column, 11), $columns)) . "  $title", 'dim') . "\n";
		foreach ($rows as $row) {
			$name = (string) array_pop($row);
			$text .= implode('', array_map(static fn (string $cell): string => Text::right($cell, 11), $row)) . '  '
				. Text::cut($name, max(20, $this->terminal->width - 2 - 11 * count($columns))) . "\n";
		}

		return $text;
	}

	/** @param Row $row */
	private static function int(array $row, string $column): int
	{
		return is_numeric($row[$column] ?? null) ? (int) $row[$column] : 0;
	}

	/** @param Row $row */
	private static function string(array $row, string $column): string
	{
		return is_scalar($row[$column] ?? null) ? (string) $row[$column] : '';
	}

	/** @param Row $row */
	private static function bytes(array $row, string $column): string
	{
		return Units::bytes(self::int($row, $column));
	}

	/** @param Row $row */
	private static function count(array $row, string $column): string
	{
		return Units::count(self::int($row, $column));
	}
}
