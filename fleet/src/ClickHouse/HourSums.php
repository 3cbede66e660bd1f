<?php
declare(strict_types=1);

namespace XHProf\Fleet\ClickHouse;

use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Units;
use XHProf\Fleet\Store\ClickHouseClient;

/**
 * Replaces the samples of old days by sums for each hour, if the URL has hours_after=DAYS.
 *
 * A TTL with GROUP BY is not enough: the engine sums each part of a table by itself, so that a batch that was sent
 * twice counts twice if its copies are in two parts. Here FINAL removes copies first, and REPLACE PARTITION is atomic.
 */
final class HourSums
{
	private const DAY_S = 86400;

	private const BESIDE = 'samples_hours';

	/** The engine's error code for a table that exists already. */
	private const EXISTS = 57;

	/**
	 * Sums have 0 in the column "part", or 1 if their rows have no squares: such rows count differently, and may not be
	 * added to others.
	 */
	private const MOST_PART = 1;

	private const SETTINGS = 'SETTINGS max_bytes_before_external_group_by = 1000000000';

	/**
	 * @param \Closure(string): string $query as ClickHouseClient::query()
	 * @param int $before Unix time of a midnight; days before it become sums
	 */
	public function __construct(private readonly \Closure $query, private readonly int $before)
	{
	}

	/** @return self|null null: the URL has no hours_after */
	public static function asked(ClickHouseClient $client, int $now): ?self
	{
		$options = $client->endpoint->options;
		$days = $options['hours_after'] ?? null;
		if ($days === null) {
			return null;
		}
		if (preg_match('/^[1-9]\d{0,3}$/D', $days) !== 1) {
			throw new Problem("hours_after=$days is not a number of days",
				'hours_after=14 sums samples by the hour after 14 days');
		}
		if (isset($options['cluster']) || isset($options['replicated'])) {
			throw new Problem('hours_after= cannot be used with cluster= or replicated=',
				'sums are made on a single server only');
		}

		return new self(static fn (string $sql): string => $client->query($sql, Schema::settings($client->version())),
			(intdiv($now, self::DAY_S) - (int) $days) * self::DAY_S);
	}

	/** @return list<string> what was done */
	public function make(): array
	{
		return array_map($this->sum(...), $this->days()) ?: ['no more days to sum by the hour'];
	}

	/**
	 * The days that have not been summed. Rows that arrive after their day was summed stay as they are, because nothing
	 * says whether they are in the sums already.
	 *
	 * @return list<string> "20260131"
	 */
	private function days(): array
	{
		$days = trim(($this->query)("SELECT toYYYYMMDD(ts) AS day FROM samples WHERE ts < toDateTime($this->before) "
			. "GROUP BY day HAVING min(part) > " . self::MOST_PART . ' ORDER BY day FORMAT TSV'));

		return $days === '' ? [] : explode("\n", $days);
	}

	private function sum(string $day): string
	{
		$this->begin();
		try {
			return $this->replace($day);
		} finally {
			($this->query)('DROP TABLE ' . self::BESIDE);
		}
	}

	/**
	 * Makes the table for the sums. It is the lock as well: a second run at the same time could empty the table just
	 * before the first one replaces a day by it.
	 */
	private function begin(): void
	{
		try {
			($this->query)('CREATE TABLE ' . self::BESIDE . ' AS samples');
		} catch (Problem $problem) {
			throw $problem->getCode() !== self::EXISTS ? $problem
				: new Problem('another --setup sums samples by the hour',
					'if no other --setup runs, an earlier one was killed: DROP TABLE ' . self::BESIDE);
		}
	}

	private function replace(string $day): string
	{
		$midnight = (new \DateTimeImmutable("$day UTC"))->getTimestamp();
		for ($hour = $midnight; $hour < $midnight + self::DAY_S; $hour += 3600) {
			($this->query)($this->insert($hour));
		}
		[$before, $after] = [$this->totals('samples', $midnight), $this->totals(self::BESIDE, $midnight)];
		// Samples of that day may have arrived in the meantime.
		$isSame = array_slice($before, 1) === array_slice($after, 1);
		if ($isSame) {
			($this->query)("ALTER TABLE samples REPLACE PARTITION $day FROM " . self::BESIDE);
		}

		return $isSame ? "summed $day by the hour: "
			. Units::count((int) $before[0]) . ' rows became ' . Units::count((int) $after[0])
			: "$day received samples just now; the next --setup sums it by the hour";
	}

	private function insert(int $hour): string
	{
		$columns = array_diff(Schema::columns('samples'), ['trace', 'span']); // which are empty in sums

		return 'INSERT INTO ' . self::BESIDE . ' (' . implode(', ', $columns)
			. ') SELECT service, toStartOfHour(ts) AS hour, series, stack, toUInt64(squares = 0) AS rest, '
			. 'sum(n), sum(wall), sum(cpu), toUInt64(least(sum(toFloat64(squares)), 9e18)) FROM samples FINAL '
			. "WHERE ts >= toDateTime($hour) AND ts < toDateTime($hour + 3600) "
			. 'GROUP BY service, hour, series, stack, rest ' . self::SETTINGS;
	}

	/** @return list<string> rows, samples, wall and CPU time */
	private function totals(string $table, int $midnight): array
	{
		return explode("\t", trim(($this->query)(
			"SELECT count(), sum(n), sum(wall), sum(cpu) FROM $table FINAL WHERE ts >= toDateTime($midnight) AND "
				. "ts < toDateTime($midnight + " . self::DAY_S . ') FORMAT TSV')));
	}
}
