<?php
declare(strict_types=1);

namespace XHProf\Cli\Heap;

use XHProf\Cli\Problem;
use XHProf\Cli\Process\AtomicFile;
use XHProf\Cli\Run\RunFile;
use XHProf\Cli\Terminal\Units;

/**
 * A snapshot as a database of SQLite, with what can be found out about it. docs/heap-format.md has the tables.
 *
 * @phpstan-type Row array<string, int|float|string|null>
 */
final class Database
{
	private const VERSION = 1;
	private const ROWS = 256;

	private const TABLES = <<<'END'
		PRAGMA journal_mode = OFF;
		PRAGMA synchronous = OFF;
		PRAGMA application_id = 0x78687068;
		PRAGMA user_version = 1;
		BEGIN;
		CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
		CREATE TABLE nodes (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, class TEXT NOT NULL, bytes INTEGER NOT NULL,
			refs INTEGER NOT NULL, count INTEGER NOT NULL, capacity INTEGER NOT NULL, flags TEXT NOT NULL,
			address TEXT NOT NULL, digest TEXT, site INTEGER, value TEXT, in_edges INTEGER NOT NULL,
			dominator INTEGER NOT NULL, retained INTEGER NOT NULL, is_top INTEGER NOT NULL, state TEXT NOT NULL,
			depth INTEGER NOT NULL, via INTEGER, root INTEGER, path INTEGER NOT NULL);
		CREATE TABLE edges (id INTEGER PRIMARY KEY, src INTEGER NOT NULL, dst INTEGER NOT NULL, kind TEXT NOT NULL,
			label TEXT);
		CREATE TABLE roots (id INTEGER PRIMARY KEY, node INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL);
		CREATE TABLE frames (node INTEGER PRIMARY KEY, depth INTEGER, function TEXT NOT NULL, file TEXT NOT NULL,
			line INTEGER NOT NULL);
		CREATE TABLE sites (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
		CREATE TABLE regions (name TEXT PRIMARY KEY, bytes INTEGER NOT NULL, blocks INTEGER NOT NULL) WITHOUT ROWID;
		CREATE TABLE paths (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
		END;

	private const VIEWS = <<<'END'
		CREATE INDEX nodes_class ON nodes (class);
		CREATE INDEX nodes_dominator ON nodes (dominator);
		CREATE INDEX nodes_digest ON nodes (digest) WHERE digest IS NOT NULL;
		CREATE INDEX edges_src ON edges (src);
		CREATE INDEX edges_dst ON edges (dst);
		CREATE VIEW classes AS
			SELECT class, kind, COUNT(*) AS nodes, SUM(bytes) AS bytes, SUM(retained * is_top) AS retained
			FROM nodes GROUP BY kind, class;
		CREATE VIEW holders AS
			SELECT edges.dst AS node, edges.src AS holder, nodes.kind AS holder_kind, nodes.class AS holder_class,
				edges.kind, edges.label
			FROM edges JOIN nodes ON nodes.id = edges.src;
		CREATE VIEW ways AS
			WITH RECURSIVE way(node, step, at, edge) AS (
				SELECT id, 0, id, via FROM nodes
				UNION ALL
				SELECT way.node, step + 1, edges.src, nodes.via FROM way
				JOIN edges ON edges.id = way.edge JOIN nodes ON nodes.id = edges.src)
			SELECT way.node, step, at, edge, edges.kind, edges.label FROM way LEFT JOIN edges ON edges.id = edge;
		CREATE VIEW duplicate_strings AS
			SELECT digest, count AS length, COUNT(*) AS copies, SUM(bytes) AS bytes, SUM(bytes) - MAX(bytes) AS wasted,
				MIN(id) AS example, MAX(value) AS value
			FROM nodes WHERE digest IS NOT NULL AND digest != '' GROUP BY digest, count HAVING COUNT(*) > 1;
		CREATE VIEW loose_arrays AS
			SELECT id, count, capacity, bytes, bytes * (capacity - count) / capacity AS unused, path
			FROM nodes WHERE kind = 'array' AND capacity > 8 AND count * 2 < capacity;
		CREATE VIEW cycle_suspects AS
			SELECT id, class, bytes, retained, refs, in_edges FROM nodes WHERE kind = 'object' AND state = 'cycle';
		CREATE VIEW by_path AS
			SELECT paths.text AS path, nodes.class, nodes.kind, COUNT(*) AS nodes, SUM(nodes.bytes) AS bytes
			FROM nodes JOIN paths ON paths.id = nodes.path GROUP BY nodes.path, nodes.class, nodes.kind;
		CREATE VIEW by_site AS
			SELECT sites.name AS site, COUNT(*) AS nodes, SUM(bytes) AS bytes
			FROM nodes JOIN sites ON sites.id = nodes.site GROUP BY nodes.site;
		COMMIT;
		END;

	private function __construct(private readonly \SQLite3 $sqlite)
	{
		$sqlite->enableExceptions(true);
	}

	/** Opens a snapshot, or a database that was made of one. */
	public static function of(string $file, ?string $out = null): self
	{
		if (!class_exists(\SQLite3::class)) {
			throw new Problem('PHP has no SQLite3 here', 'install its extension sqlite3 (Debian: php-sqlite3)');
		}
		if (@file_get_contents($file, false, null, 0, 15) === 'SQLite format 3') {
			return self::open($file);
		}
		$heap = new Snapshot($file);
		if ($out !== null) {
			self::create($out);
		}
		$database = new self(new \SQLite3($out ?? ':memory:'));
		$database->fill($heap);

		return $database;
	}

	/** @return list<Row> by the names of the query's columns */
	public function rows(string $query, int|string ...$values): array
	{
		/** @var \SQLite3Stmt $statement an error is thrown */
		$statement = $this->sqlite->prepare($query);
		foreach (array_values($values) as $i => $value) {
			$statement->bindValue($i + 1, $value, is_int($value) ? SQLITE3_INTEGER : SQLITE3_TEXT);
		}
		/** @var \SQLite3Result $result as for prepare(), an error is thrown */
		$result = $statement->execute();
		$rows = [];
		while (($row = $result->fetchArray(SQLITE3_ASSOC)) !== false) {
			/** @var Row $row */
			$rows[] = $row;
		}

		return $rows;
	}

	/** A statement without rows: rows() would run it twice. */
	public function run(string $statement): void
	{
		$this->sqlite->exec($statement);
	}

	/** The first column of the first row. */
	public function value(string $query, int|string ...$values): int|float|string|null
	{
		$row = $this->rows($query, ...$values)[0] ?? [];

		return $row === [] ? null : reset($row);
	}

	/** The value as a number; 0 where there is none. */
	public function int(string $query, int|string ...$values): int
	{
		$value = $this->value($query, ...$values);

		return is_numeric($value) ? (int) $value : 0;
	}

	public function metaInt(string $name): int
	{
		return $this->int('SELECT value FROM meta WHERE name = ?', $name);
	}

	public function meta(string $name): int|float|string|null
	{
		return $this->value('SELECT value FROM meta WHERE name = ?', $name);
	}

	/**
	 * Why numbers of this snapshot are too small.
	 *
	 * @return list<string>
	 */
	public function warnings(): array
	{
		$truncated = (int) $this->meta('truncated');
		$damaged = (int) $this->meta('damaged');

		return array_values(array_filter([
			$this->meta('cut_short') === 1
				? 'the file is truncated: its last line, and with it values and references, are missing'
				: ($this->meta('complete') === 1 ? ''
					: 'the file is damaged: its last line has different counts of values, references or bytes'),
			$truncated > 0 ? Units::of($truncated, 'reference leads', 'references lead')
				. ' to values that were left out: see the option max_nodes' : '',
			$damaged > 0 ? Units::of($damaged, 'line or reference', 'lines or references')
				. ' of the file could not be used' : '',
		]));
	}

	private static function open(string $file): self
	{
		try {
			$database = new self(new \SQLite3($file, SQLITE3_OPEN_READONLY));
			$isOurs = $database->value('PRAGMA application_id') === 0x78687068
				&& $database->value('PRAGMA user_version') === self::VERSION;
		} catch (\Exception $e) {
			throw new Problem("$file: " . $e->getMessage());
		}
		if (!$isOurs) {
			throw new Problem("$file: a database, but not of a heap", 'xhprof heap SNAPSHOT --out FILE makes one');
		}

		return $database;
	}

	/** It may hold what the snapshot holds, so it is as private. */
	private static function create(string $file): void
	{
		RunFile::needWritable($file);
		if (file_exists($file) && filesize($file) > 0) {
			throw new Problem("$file already exists", 'give another name, or remove the file');
		}
		AtomicFile::write($file, '', false, 0600);
	}

	private function fill(Snapshot $heap): void
	{
		$graph = new Graph($heap);
		$paths = new Paths($heap, $graph);
		try {
			$this->sqlite->exec(self::TABLES);
			$this->insert('meta', $this->metaRows($heap));
			$this->insert('nodes', $this->nodeRows($heap, $graph, $paths));
			$this->insert('edges', $this->edgeRows($heap));
			$this->insert('roots', $this->rootRows($heap));
			$this->insert('frames', $this->frameRows($heap));
			$this->insert('sites', $this->pairs($heap->sites));
			$this->insert('regions', $this->regionRows($heap));
			$this->insert('paths', $this->pairs($paths->texts));
			$this->sqlite->exec(self::VIEWS);
		} catch (\Exception $e) {
			throw new Problem('SQLite: ' . $e->getMessage());
		}
	}

	/** @param iterable<string> $rows each "(value, ...)" */
	private function insert(string $table, iterable $rows): void
	{
		$some = [];
		foreach ($rows as $row) {
			$some[] = $row;
			if (count($some) === self::ROWS) {
				$this->sqlite->exec("INSERT INTO $table VALUES " . implode(',', $some));
				$some = [];
			}
		}
		if ($some !== []) {
			$this->sqlite->exec("INSERT INTO $table VALUES " . implode(',', $some));
		}
	}

	private static function text(?string $text): string
	{
		return $text === null ? 'NULL' : "'" . str_replace(["'", "\0"], ["''", ''], $text) . "'";
	}

	/** @return iterable<string> */
	private function metaRows(Snapshot $heap): iterable
	{
		$numbers = ['complete' => (int) $heap->isComplete, 'cut_short' => (int) $heap->isCutShort,
			'truncated' => $heap->truncated, 'damaged' => $heap->damaged];
		foreach (array_diff_key($heap->meta, $numbers) as $name => $value) {
			yield '(' . self::text((string) $name) . ','
				. (preg_match('/^\d{1,18}$/D', $value) === 1 ? (int) $value : self::text($value)) . ')';
		}
		foreach ($numbers as $name => $value) {
			yield "('$name',$value)";
		}
	}

	/** @return iterable<string> */
	private function nodeRows(Snapshot $heap, Graph $graph, Paths $paths): iterable
	{
		foreach ($heap->kinds as $id => $kind) {
			$rest = explode("\t", $heap->rest[$id]);
			yield "($id,'" . Snapshot::KINDS[$kind] . "'," . self::text($heap->names[$heap->classes[$id]] ?? '?')
				. ",{$heap->bytes[$id]},{$heap->references[$id]},{$heap->counts[$id]},{$heap->capacities[$id]},'"
				. $heap->flags[$id] . "'," . self::text($rest[0]) . ',' . self::text($rest[1] === '' ? null : $rest[1])
				. ',' . ((int) $rest[2] ?: 'NULL') . ',' . self::text($rest[3] ?? null)
				. ",{$graph->inEdges[$id]},{$graph->dominators[$id]},{$graph->retained[$id]},"
				. (int) $graph->isTop[$id]
				. ",'{$graph->states[$id]}',{$graph->depths[$id]}," . ($graph->via[$id] < 0 ? 'NULL' : $graph->via[$id])
				. ',' . ($graph->rootOf[$id] < 0 ? 'NULL' : $graph->rootOf[$id]) . ",{$paths->paths[$id]})";
		}
	}

	/** @return iterable<string> */
	private function edgeRows(Snapshot $heap): iterable
	{
		foreach ($heap->from as $edge => $from) {
			yield "($edge,$from,{$heap->to[$edge]},'" . $heap->edgeKind($edge) . "',"
				. self::text($heap->labels[$edge] ?? null) . ')';
		}
	}

	/** @return iterable<string> */
	private function rootRows(Snapshot $heap): iterable
	{
		foreach ($heap->roots as $id => [$node, $kind, $name]) {
			yield "($id,$node," . self::text($kind) . ',' . self::text($name) . ')';
		}
	}

	/** @return iterable<string> */
	private function frameRows(Snapshot $heap): iterable
	{
		foreach ($heap->frames as $node => [$depth, $function, $file, $line]) {
			yield "($node," . ($depth ?? 'NULL') . ',' . self::text($function) . ',' . self::text($file) . ",$line)";
		}
	}

	/** @return iterable<string> */
	private function regionRows(Snapshot $heap): iterable
	{
		$sum = array_sum($heap->bytes) + array_sum(array_column($heap->regions, 0));
		foreach ($heap->regions as $name => [$bytes, $blocks]) {
			yield '(' . self::text((string) $name) . ",$bytes,$blocks)";
		}
		if (!isset($heap->regions['unaccounted'])) {
			yield "('unaccounted'," . max(0, (int) ($heap->meta['memory_usage'] ?? 0) - $sum) . ',0)';
		}
	}

	/**
	 * @param array<int, string> $texts
	 * @return iterable<string>
	 */
	private function pairs(array $texts): iterable
	{
		foreach ($texts as $id => $text) {
			yield "($id," . self::text($text) . ')';
		}
	}
}
