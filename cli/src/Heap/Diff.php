<?php
declare(strict_types=1);

namespace XHProf\Cli\Heap;

use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;

/**
 * The growth from one snapshot to another.
 *
 * @phpstan-import-type Row from Database
 * @phpstan-type Change array{name: string, count: int, bytes: int, before_count: int, before_bytes: int}
 */
final class Diff
{
	private const NODES = 'SELECT COUNT(*) FROM nodes';

	/** Queries for the groups of a snapshot, by the key that chooses what is compared. */
	private const QUERIES = [
		'classes' => 'SELECT TRIM(kind || " " || class) AS name, SUM(nodes) AS count, SUM(bytes) AS bytes FROM classes
			GROUP BY name',
		'paths' => 'SELECT TRIM(path || "  " || class) AS name, SUM(nodes) AS count, SUM(bytes) AS bytes FROM by_path
			GROUP BY name',
		'sites' => 'SELECT site AS name, SUM(nodes) AS count, SUM(bytes) AS bytes FROM by_site GROUP BY site',
		'regions' => 'SELECT name, blocks AS count, bytes FROM regions',
	];

	/** @var array<string, list<Change>> */
	private array $changes = [];

	public function __construct(
		private readonly Database $before,
		private readonly Database $after,
		private readonly Terminal $terminal,
	) {
		foreach (self::QUERIES as $what => $query) {
			$query = str_replace('"', "'", $query);
			$this->changes[$what] = $this->compare($before->rows($query), $after->rows($query));
		}
	}

	/**
	 * For programs; text() says the same for people.
	 *
	 * @return array<string, mixed>
	 */
	public function data(int $limit): array
	{
		return ['memory_usage' => ['before' => $this->before->meta('memory_usage'),
			'after' => $this->after->meta('memory_usage')],
			'nodes' => ['before' => $this->before->int(self::NODES), 'after' => $this->after->int(self::NODES)],
			...array_map(static fn (array $rows): array => array_slice($rows, 0, $limit), $this->changes)];
	}

	public function text(int $limit): string
	{
		[$before, $after] = [$this->before->metaInt('memory_usage'), $this->after->metaInt('memory_usage')];
		$text = $this->terminal->style('memory ' . Units::bytes($before) . ' -> ' . Units::bytes($after) . '  '
			. self::signed($after - $before), 'bold') . "\n" . Units::count($this->before->int(self::NODES)) . ' -> '
			. Units::count($this->after->int(self::NODES)) . " values\n";
		foreach (['classes' => 'of', 'paths' => 'held by', 'sites' => 'allocated by',
			'regions' => 'for'] as $what => $title) {
			$rows = array_slice($this->changes[$what], 0, $limit);
			if ($rows !== []) {
				$text .= "\n" . $this->terminal->style("     change       after     count  $title", 'dim') . "\n";
				foreach ($rows as $row) {
					$text .= $this->row($row);
				}
			}
		}

		return $text;
	}

	/** @param Change $row */
	private function row(array $row): string
	{
		$count = $row['count'] - $row['before_count'];

		return Text::right(self::signed($row['bytes'] - $row['before_bytes']), 11)
			. Text::right(Units::bytes($row['bytes']), 12) . Text::right($count === 0 ? '' : Units::signed($count), 10)
			. '  ' . Text::cut($row['name'], $this->terminal->width - 35) . "\n";
	}

	/**
	 * The changes by name, the greatest growth first. Groups without a change are left out.
	 *
	 * @param list<Row> $before
	 * @param list<Row> $after
	 * @return list<Change>
	 */
	private function compare(array $before, array $after): array
	{
		$old = array_column($before, null, 'name');
		$new = array_column($after, null, 'name');
		$none = ['count' => 0, 'bytes' => 0];
		$rows = [];
		foreach ($new + $old as $name => $any) {
			$is = $new[$name] ?? $none;
			$was = $old[$name] ?? $none;
			$row = ['name' => (string) $name, 'count' => (int) $is['count'], 'bytes' => (int) $is['bytes'],
				'before_count' => (int) $was['count'], 'before_bytes' => (int) $was['bytes']];
			if ($row['bytes'] !== $row['before_bytes'] || $row['count'] !== $row['before_count']) {
				$rows[] = $row;
			}
		}
		usort($rows, static fn (array $a, array $b): int =>
			($b['bytes'] - $b['before_bytes'] <=> $a['bytes'] - $a['before_bytes']) ?: strcmp($a['name'], $b['name']));

		return $rows;
	}

	private static function signed(int $bytes): string
	{
		return ($bytes > 0 ? '+' : '') . Units::bytes($bytes);
	}
}
