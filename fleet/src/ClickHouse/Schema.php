<?php
declare(strict_types=1);

namespace XHProf\Fleet\ClickHouse;

use XHProf\Cli\Problem;
use XHProf\Fleet\Store\ClickHouseClient;
use XHProf\Fleet\Store\Sql;

/**
 * The tables, for any version of the engine. Each table replaces rows that have the same key, so that a batch that is
 * sent again changes nothing. docs/destinations.md describes the columns.
 *
 * Options of the URL: days=N keeps samples for N days, cluster=NAME makes the tables on all servers of a cluster,
 * replicated=1 makes them replicated.
 */
final class Schema
{
	/** The first version for which we use TTL and CODEC, 20.0. They came in the course of 19.x. */
	private const WITH_TTL = 2000;

	/** Tables whose rows are kept for MORE_DAYS longer than the samples that refer to them. */
	private const NAMED = ['stacks', 'series', 'functions'];
	private const MORE_DAYS = 30;

	/** Names, types and codecs of the columns. */
	private const COLUMNS = [
		'stacks' => ['stack' => ['UInt64'], 'frames' => ['Array(LowCardinality(String))'], 'seen' => ['Date']],
		'series' => ['series' => ['UInt64'], 'kind' => ['LowCardinality(String)'],
			'service' => ['LowCardinality(String)'], 'env' => ['LowCardinality(String)'],
			'host' => ['LowCardinality(String)'], 'pool' => ['LowCardinality(String)'],
			'php' => ['LowCardinality(String)'], 'route' => ['LowCardinality(String)'],
			'tags' => ['Array(LowCardinality(String))'], 'seen' => ['Date']],
		'functions' => ['service' => ['LowCardinality(String)'], 'function' => ['String'],
			'file' => ['LowCardinality(String)'], 'line' => ['UInt32'], 'seen' => ['Date']],
		'samples' => self::KEY + ['n' => self::NUMBER, 'wall' => self::NUMBER, 'cpu' => self::NUMBER,
			'squares' => self::NUMBER, 'trace' => ['String', 'ZSTD(1)'], 'span' => ['String', 'ZSTD(1)']],
		'allocs' => self::KEY + ['allocs' => self::NUMBER, 'frees' => self::NUMBER, 'alloc_bytes' => self::NUMBER,
			'freed_bytes' => self::NUMBER, 'live_bytes' => self::NUMBER],
	];
	private const KEY = ['service' => ['LowCardinality(String)'], 'ts' => ["DateTime('UTC')", 'Delta, ZSTD(1)'],
		'series' => ['UInt64', 'ZSTD(1)'], 'stack' => ['UInt64', 'ZSTD(1)'], 'part' => ['UInt64', 'ZSTD(1)']];
	private const NUMBER = ['UInt64', 'T64, ZSTD(1)'];

	private const INDEX = 'INDEX trace trace TYPE bloom_filter GRANULARITY 4';

	/** The sorting key, and in a cluster the sharding key: rows with the same key have to be on the same shard. */
	private const ORDER = [
		'stacks' => ['stack', 'stack'],
		'series' => ['service, series', 'series'],
		'functions' => ['service, function', 'cityHash64(function)'],
		'samples' => ['service, toStartOfHour(ts), series, stack, ts, part', 'series'],
		'allocs' => ['service, toStartOfHour(ts), series, stack, ts, part', 'series'],
	];

	private readonly string $cluster;
	private readonly bool $isReplicated;
	private readonly int $days;

	/** @param int $version as ClickHouseClient::version() */
	public function __construct(private readonly ClickHouseClient $client, private readonly int $version)
	{
		$options = $client->endpoint->options;
		$this->cluster = $options['cluster'] ?? '';
		$this->isReplicated = ($options['replicated'] ?? '0') !== '0';
		$days = $options['days'] ?? '30';
		if (preg_match('/^[1-9]\d{0,3}$/D', $days) !== 1) {
			throw new Problem("days=$days is not a number of days", 'days=30, the default, keeps samples for 30 days');
		}
		$this->days = (int) $days;
	}

	/** @return list<string> the columns of a table, in the order of Rows */
	public static function columns(string $table): array
	{
		return array_keys(self::COLUMNS[$table]);
	}

	/**
	 * Makes the tables that do not exist yet.
	 *
	 * @return list<string> what was done
	 * @throws Problem if the engine refuses, or a table exists with other columns
	 */
	public function make(): array
	{
		$before = $this->tables();
		foreach ($this->statements() as $sql) {
			$this->client->query($sql, self::settings($this->version), ClickHouseClient::SYSTEM);
		}
		$after = $this->tables();
		foreach ($after as $table => $columns) {
			$lacking = array_diff(self::columns((string) preg_replace('/_local$/D', '', $table)), $columns);
			if ($lacking !== []) {
				throw new Problem("{$this->client->endpoint->name()}: the table $table is there without "
					. implode(', ', $lacking), 'rename it, or name another database in the URL');
			}
		}
		$made = implode(', ', array_keys(array_diff_key($after, $before)));
		$kept = implode(', ', array_keys(array_intersect_key($after, $before)));

		return [...($made === '' ? [] : ["made $made"]), ...($kept === '' ? [] : ["$kept: there already"]),
			$this->retention(!isset($before['samples']))];
	}

	/** @return list<string> the statements that make() runs */
	public function statements(): array
	{
		$on = $this->cluster === '' ? '' : ' ON CLUSTER ' . Sql::name($this->cluster);
		$sql = ['CREATE DATABASE IF NOT EXISTS ' . Sql::name($this->client->database) . $on];
		foreach (array_keys(self::COLUMNS) as $table) {
			$local = $this->cluster === '' ? $table : "{$table}_local";
			$sql[] = "CREATE TABLE IF NOT EXISTS {$this->nameOf($local)}$on (" . implode(', ', $this->columnsOf($table))
				. ($table === 'samples' && $this->version >= self::WITH_TTL ? ', ' . self::INDEX : '') . ') ENGINE = '
				. $this->engine($table);
			if ($this->cluster !== '') {
				$sql[] = "CREATE TABLE IF NOT EXISTS {$this->nameOf($table)}$on "
					. "AS {$this->nameOf($local)} ENGINE = Distributed("
					. Sql::name($this->cluster) . ', ' . Sql::name($this->client->database) . ", $local, "
					. self::ORDER[$table][1] . ')';
			}
		}

		return $sql;
	}

	private function nameOf(string $table): string
	{
		return Sql::name($this->client->database) . ".$table";
	}

	/** @return list<string> */
	private function columnsOf(string $table): array
	{
		$columns = [];
		foreach (self::COLUMNS[$table] as $name => $type) {
			// The other servers of a cluster do not get our settings, which such types need in old versions.
			$isPlain = $this->version < self::WITH_TTL && $this->cluster !== ''
				&& $type[0] === 'LowCardinality(String)';
			$columns[] = $name . ' ' . ($isPlain ? 'String' : $type[0])
				. (isset($type[1]) && $this->version >= self::WITH_TTL ? " CODEC($type[1])" : '');
		}

		return $columns;
	}

	private function engine(string $table): string
	{
		$isNamed = in_array($table, self::NAMED, true);
		$arguments = $isNamed ? ['seen'] : [];
		if ($this->isReplicated) {
			array_unshift($arguments, Sql::quote("/clickhouse/tables/{shard}/{$this->client->database}/$table"),
				Sql::quote('{replica}'));
		}
		[$column, $part, $days] = $isNamed ? ['seen', 'toYYYYMM(seen)', $this->days + self::MORE_DAYS]
			: ['ts', 'toYYYYMMDD(ts)', $this->days];

		return ($this->isReplicated ? 'Replicated' : '') . 'ReplacingMergeTree' . ($arguments === [] ? ''
			: '(' . implode(', ', $arguments) . ')') . " PARTITION BY $part ORDER BY (" . self::ORDER[$table][0] . ')'
			. ($this->version >= self::WITH_TTL ? " TTL $column + INTERVAL $days DAY" : '');
	}

	/** @return array<string, int> the settings for statements that make tables */
	public static function settings(int $version): array
	{
		return $version < self::WITH_TTL ? ['allow_experimental_low_cardinality_type' => 1] : [];
	}

	/** @return array<string, list<string>> the columns of each table that exists */
	private function tables(): array
	{
		$names = array_keys(self::COLUMNS);
		$all = $this->cluster === '' ? $names
			: [...$names, ...array_map(static fn (string $name): string => "{$name}_local", $names)];
		$rows = $this->client->query('SELECT table, name FROM system.columns WHERE database = '
			. Sql::quote($this->client->database) . ' AND table IN (' . implode(', ', array_map(Sql::quote(...), $all))
			. ') ORDER BY table, name FORMAT TSV', [], ClickHouseClient::SYSTEM);
		$tables = [];
		foreach (explode("\n", rtrim($rows, "\n")) as $row) {
			[$table, $column] = explode("\t", $row) + ['', ''];
			$tables[$table][] = $column;
		}
		unset($tables['']);

		return $tables;
	}

	/** @param bool $isNew whether make() has just made the tables */
	private function retention(bool $isNew): string
	{
		$where = $this->cluster === '' ? 'samples' : 'samples_local ON CLUSTER ' . Sql::name($this->cluster);
		if ($this->version >= self::WITH_TTL) {
			return ($isNew ? "samples are kept for $this->days days, by the tables' TTL" : 'the tables keep their TTL')
				. "; to change that: ALTER TABLE $where MODIFY TTL ts + INTERVAL $this->days DAY, "
				. 'and the same for allocs';
		}

		return "this version deletes nothing by itself: ALTER TABLE $where DROP PARTITION 20260131 removes a day, "
			. 'and the same for allocs; DROP PARTITION 202601 removes a month of stacks and series';
	}
}
