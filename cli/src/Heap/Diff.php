<?php
declare(strict_types=1);

namespace XHProf\Cli\Heap;

use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;

/** What one snapshot has more of than another. */
final class Diff
{
	/** What is compared, and by what. */
	private const QUERIES = [
		'classes' => 'SELECT TRIM(kind || " " || class) AS name, SUM(nodes) AS count, SUM(bytes) AS bytes FROM classes
			GROUP BY name',
		'paths' => 'SELECT TRIM(path || "  " || class) AS name, SUM(nodes) AS count, SUM(bytes) AS bytes FROM by_path
			GROUP BY name',
		'sites' => 'SELECT site AS name, SUM(nodes) AS count, SUM(bytes) AS bytes FROM by_site GROUP BY site',
		'regions' => 'SELECT name, blocks AS count, bytes FROM regions',
	];

	/** @var array<string, list<array{name: string, count: int, bytes: int, before_count: int, before_bytes: int}>> */
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

	/** For programs; text() says the same for people. */
	public function data(int $limit): array
	{
		return ['memory_usage' => ['before' => $this->before->meta('memory_usage'), 'after' => $this->after->meta('memory_usage')],
			'nodes' => ['before' => $this->before->value('SELECT COUNT(*) FROM nodes'),
				'after' => $this->after->value('SELECT COUNT(*) FROM nodes')],
			...array_map(static fn (array $rows): array => array_slice($rows, 0, $limit), $this->changes)];
	}

	public function text(int $limit): string
	{
		$data = $this->data($limit);
		$usage = $data['memory_usage'];
		$text = $this->terminal->style('memory ' . Units::bytes((int) $usage['before']) . ' -> '
			. Units::bytes((int) $usage['after']) . '  ' . self::signed((int) $usage['after'] - (int) $usage['before']), 'bold')
			. "\n" . Units::count($data['nodes']['before']) . ' -> ' . Units::count($data['nodes']['after']) . " values\n";
		foreach (['classes' => 'of', 'paths' => 'held by', 'sites' => 'allocated by', 'regions' => 'for'] as $what => $title) {
			if ($data[$what] !== []) {
				$text .= "\n" . $this->terminal->style("     change       after     count  $title", 'dim') . "\n";
				foreach ($data[$what] as $row) {
					$text .= $this->row($row);
				}
			}
		}

		return $text;
	}

	private function row(array $row): string
	{
		$count = $row['count'] - $row['before_count'];

		return Text::right(self::signed($row['bytes'] - $row['before_bytes']), 11) . Text::right(Units::bytes($row['bytes']), 12)
			. Text::right($count === 0 ? '' : sprintf('%+d', $count), 10) . '  '
			. Text::cut($row['name'], $this->terminal->width - 35) . "\n";
	}

	/** By name; the greatest growth first, what is the same is left out. */
	private function compare(array $before, array $after): array
	{
		$old = array_column($before, null, 'name');
		$new = array_column($after, null, 'name');
		$none = ['count' => 0, 'bytes' => 0];
		$rows = [];
		foreach ($new + $old as $name => $any) {
			$is = $new[$name] ?? $none;
			$was = $old[$name] ?? $none;
			if ($is['bytes'] !== $was['bytes'] || $is['count'] !== $was['count']) {
				$rows[] = ['name' => (string) $name, 'count' => $is['count'], 'bytes' => $is['bytes'],
					'before_count' => $was['count'], 'before_bytes' => $was['bytes']];
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
