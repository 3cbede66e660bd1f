<?php
declare(strict_types=1);

namespace XHProf\Cli\Page;

use XHProf\Cli\Heap\Database;
use XHProf\Cli\Heap\Paths;

/**
 * A snapshot of the memory: types, roots, and the values that retain most, as a tree of what keeps what alive.
 *
 * @phpstan-import-type Row from Database
 */
final class HeapPart implements PagePart
{
	/** The values that retain most; those on the ways to them come on top. */
	private const MOST_NODES = 20_000;
	private const MOST_ROWS = 1_000;
	private const VALUE_BYTES = 200;

	private readonly int $nodes;

	public function __construct(private readonly Database $heap, private readonly string $title)
	{
		$heap->run('CREATE TEMP TABLE shown (id INTEGER PRIMARY KEY)');
		$heap->run('INSERT INTO shown SELECT id FROM nodes ORDER BY retained DESC, id LIMIT ' . self::MOST_NODES);
		$count = 0;
		$now = $this->countShown();
		while ($now > $count && $now < 2 * self::MOST_NODES) {
			$count = $now;
			$heap->run(
				'INSERT OR IGNORE INTO shown SELECT dominator FROM nodes JOIN shown USING (id) WHERE dominator > 0');
			$heap->run('INSERT OR IGNORE INTO shown SELECT edges.src FROM nodes JOIN shown USING (id) JOIN edges ON '
				. 'edges.id = nodes.via');
			$now = $this->countShown();
		}
		$this->nodes = $now;
	}

	public function head(): array
	{
		$meta = array_column($this->heap->rows('SELECT name, value FROM meta ORDER BY name'), 'value', 'name');

		return ['coding' => Block::coding(), 'title' => $this->title, 'kind' => 'heap', 'meta' => null,
			'summary' => $meta + [
					'edges' => $this->heap->int('SELECT COUNT(*) FROM edges'),
					'roots' => $this->heap->int('SELECT COUNT(*) FROM roots')],
				'metrics' => [], 'functions' => 0, 'nodes' => 0, 'pairs' => 0, 'heap' => ['nodes' => $this->nodes,
					'all_nodes' => $this->heap->int('SELECT COUNT(*) FROM nodes'), 'least_retained' => $this->heap
						->int('SELECT MIN(retained) FROM (SELECT retained FROM nodes ORDER BY retained DESC LIMIT '
							. self::MOST_NODES . ')')]];
	}

	public function blocks(): iterable
	{
		$types = $this->heap
			->rows('SELECT kind, class, nodes AS count, bytes, COALESCE(retained, 0) AS retained FROM classes
			ORDER BY retained DESC, kind, class');
		yield 'heap-kinds' => self::table(['kind', 'count', 'bytes'], $this->heap->rows('SELECT kind, COUNT(*) AS count,
			SUM(bytes) AS bytes FROM nodes GROUP BY kind ORDER BY bytes DESC, kind'));
		yield 'heap-types' => self::table(['kind', 'class', 'count', 'bytes', 'retained'], $types);
		$roots = $this->heap->rows('SELECT roots.id, roots.kind, roots.name, nodes.bytes, nodes.retained FROM roots
			JOIN nodes ON nodes.id = roots.node WHERE roots.id IN (SELECT root FROM nodes JOIN shown USING (id))
			ORDER BY nodes.retained DESC, roots.id');
		yield 'heap-nodes' => $this->tree($types, $roots);
		yield 'heap-roots' => self::table(['kind', 'name', 'bytes', 'retained'], $roots);
		yield 'heap-sites' => self::table(['site', 'count', 'bytes'],
			$this->heap->rows('SELECT site, nodes AS count, bytes
			FROM by_site ORDER BY bytes DESC, site LIMIT ' . self::MOST_ROWS));
		yield 'heap-strings' => self::table(['value', 'length', 'copies', 'wasted'],
			self::cut($this->heap->rows('SELECT value, length,
			copies, wasted FROM duplicate_strings ORDER BY wasted DESC, example LIMIT ' . self::MOST_ROWS)));
		yield 'heap-arrays' => self::table(['id', 'count', 'capacity', 'bytes', 'unused', 'path'],
			$this->heap->rows('SELECT
			loose_arrays.id, count, capacity, bytes, unused, paths.text AS path FROM loose_arrays JOIN paths ON paths.id = loose_arrays.path
			ORDER BY unused DESC, loose_arrays.id LIMIT ' . self::MOST_ROWS));
		yield 'heap-regions' =>
			self::table(['name', 'count', 'bytes'], $this->heap->rows('SELECT name, blocks AS count, bytes
			FROM regions WHERE bytes > 0 ORDER BY bytes DESC, name'));
	}

	private function countShown(): int
	{
		return $this->heap->int('SELECT COUNT(*) FROM shown');
	}

	/**
	 * @param list<Row> $types
	 * @param list<Row> $roots
	 */
	private function tree(array $types, array $roots): string
	{
		$rows = array_column(
			$this->heap->rows('SELECT nodes.id, nodes.kind, class, bytes, retained, refs, nodes.count, value, dominator,
			state, root, edges.src AS holder, edges.kind AS step, edges.label FROM nodes JOIN shown USING (id)
			LEFT JOIN edges ON edges.id = nodes.via ORDER BY retained, nodes.id DESC'), null, 'id');
		/** @var array<int, Row> $rows */
		$rest = array_column($this->heap->rows('SELECT dominator, COUNT(*) AS count, SUM(retained) AS bytes FROM nodes
			WHERE dominator IN (SELECT id FROM shown) AND id NOT IN (SELECT id FROM shown) GROUP BY dominator'), null,
			'dominator');
		$typeOf = [];
		foreach ($types as $i => $type) {
			$typeOf["$type[kind] $type[class]"] = $i;
		}
		$rootOf = array_flip(array_map(self::id(...), array_column($roots, 'id')));
		$order = self::preorder($rows);
		$places = array_flip($order);
		$tree = [];
		foreach ($order as $i => $id) {
			$row = $rows[$id];
			$holder = $places[self::id($row['holder'])] ?? -1;
			$tree[] = ['parent' => isset($places[self::id($row['dominator'])])
				? $i - $places[self::id($row['dominator'])] : 0, 'type' => $typeOf["$row[kind] $row[class]"],
				'rest_count' => $rest[$id]['count'] ?? 0, 'rest_bytes' => $rest[$id]['bytes'] ?? 0,
				'holder' => $holder, 'root' => $holder < 0 ? $rootOf[self::id($row['root'])] ?? -1 : -1,
				'label' => $holder < 0 ? '' : self::step($row, $rows[$order[$holder]], $roots, $rootOf)] + $row;
		}

		return self::table(['parent', 'id', 'type', 'bytes', 'retained', 'refs', 'count', 'value', 'rest_count',
			'rest_bytes', 'holder', 'label', 'root', 'state'], self::cut($tree));
	}

	/**
	 * The values, each followed by those that only it keeps alive, the greatest first.
	 *
	 * @param array<int, Row> $rows by id, the smallest first
	 * @return list<int>
	 */
	private static function preorder(array $rows): array
	{
		$kept = [];
		foreach ($rows as $id => $row) {
			$dominator = self::id($row['dominator']);
			$kept[isset($rows[$dominator]) ? $dominator : 0][] = $id;
		}
		$order = [];
		$stack = $kept[0] ?? [];
		while ($stack !== []) {
			$order[] = $id = array_pop($stack);
			array_push($stack, ...$kept[$id] ?? []);
		}

		return $order;
	}

	/**
	 * How its holder holds a value, as PHP writes it.
	 *
	 * @param Row $row
	 * @param Row $holder
	 * @param list<Row> $roots
	 * @param array<int, int> $rootOf
	 */
	private static function step(array $row, array $holder, array $roots, array $rootOf): string
	{
		$table = (string) ($holder['step'] ?? $roots[$rootOf[self::id($holder['root'])] ?? -1]['kind'] ?? '');

		return Paths::stepText((string) $row['step'], $row['label'] === null ? null : (string) $row['label'], $table);
	}

	/** -1 for none. */
	private static function id(int|float|string|null $value): int
	{
		return $value === null ? -1 : (int) $value;
	}

	/**
	 * @param list<Row> $rows
	 * @return list<Row>
	 */
	private static function cut(array $rows): array
	{
		foreach ($rows as $i => $row) {
			$rows[$i]['value'] = substr((string) $row['value'], 0, self::VALUE_BYTES);
		}

		return $rows;
	}

	/**
	 * A list for each column.
	 *
	 * @param list<string> $columns
	 * @param list<Row> $rows
	 */
	private static function table(array $columns, array $rows): string
	{
		return Block::json(array_combine($columns,
			array_map(static fn (string $column): array => array_column($rows, $column), $columns)));
	}
}
