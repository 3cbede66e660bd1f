<?php
declare(strict_types=1);

namespace XHProf\Cli\Serve;

use XHProf\Cli\Saved\Filter;
use XHProf\Cli\Saved\RunList;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\TimeExpression;

/** The runs that a browser requests, their order and their groups: the query of a URL. */
final class Asked
{
	/** Conditions that are fields of the form. */
	public const FIELDS = ['uri', 'host', 'slower-than', 'since', 'status'];

	/** Conditions that only links set. */
	private const EXACT = ['route', 'method', 'version', 'mode'];

	/** All conditions that choose runs. */
	public const CHOICE = [...self::FIELDS, 'until', ...self::EXACT];

	private const SHAPE = ['by', 'sort', 'page', 'before'];

	/** The value of "before" that stands for no condition. */
	public const ALL = '*';

	/** The ways to group the list. */
	public const GROUPS = ['route', 'host', 'status', 'version', 'mode'];

	/** The orders of runs, each with its column of the table. Numbers are sorted from the greatest on, texts from A. */
	public const ORDERS = RunList::ORDERS + ['uri' => 'uri', 'status' => 'status'];

	/** The orders of groups, which are columns of their table. */
	public const GROUP_ORDERS = ['value', 'runs', 'failed', 'p50', 'p95', 'slowest', 'total', 'cpu'];

	public readonly Filter $filter;
	private readonly int $until;

	/** @param array<string, string> $query of CHOICE and SHAPE */
	private function __construct(public readonly array $query)
	{
		$this->filter = new Filter(array_intersect_key($query, array_flip(self::FIELDS)));
		$until = $query['until'] ?? null;
		$this->until = $until === null ? PHP_INT_MAX : TimeExpression::of('until', $until, time());
		self::check($query);
	}

	/** @param array<string, string> $query */
	private static function check(array $query): void
	{
		Text::oneOf('by', $query['by'] ?? 'route', self::GROUPS);
		// The default "cpu" is an order of both.
		Text::oneOf('sort', preg_replace('/^-/', '', $query['sort'] ?? 'cpu') ?? '',
			isset($query['by']) ? self::GROUP_ORDERS : array_keys(self::ORDERS));
		if (isset($query['before'])) {
			self::ofText($query['before']);
		}
	}

	/** @param array<mixed> $query of the address */
	public static function of(array $query): self
	{
		return new self(self::known($query));
	}

	/**
	 * @param array<mixed> $query
	 * @return array<string, string>
	 */
	public static function known(array $query): array
	{
		$known = [];
		foreach ([...self::CHOICE, ...self::SHAPE] as $name) {
			$value = $query[$name] ?? '';
			if (is_string($value) && trim($value) !== '') {
				$known[$name] = trim($value);
			}
		}

		return $known;
	}

	public static function ofText(string $query): self
	{
		parse_str($query, $parts);

		return self::of($parts);
	}

	/**
	 * The rows of the table that are chosen, the newest first.
	 *
	 * @return list<int>
	 */
	public function rows(RunTable $table): array
	{
		$rows = $table->rows();
		if ($this->isAll()) {
			return $rows;
		}
		[$times, $uris, $hosts, $statuses, $walls, $traces, $damaged] = array_map($table->column(...),
			['time', 'uri', 'host', 'status', 'wall_ns', 'trace', 'damaged']);
		$exact = [];
		foreach (array_intersect_key($this->query, array_flip(self::EXACT)) as $key => $text) {
			$exact[] = [$table->column($key), $table->numberOf($text)];
		}
		$looksInside = $this->filter->looksInside();
		$chosen = [];
		foreach ($rows as $row) {
			if ($times[$row] < $this->filter->since || $times[$row] >= $this->until) {
				continue;
			}
			foreach ($exact as [$column, $number]) {
				if ($column[$row] !== $number) {
					continue 2;
				}
			}
			if (!$looksInside || $this->filter->admits(['uri' => $table->textOf($uris[$row]),
				'host' => $table->textOf($hosts[$row]), 'status' => $statuses[$row], 'wall_ns' => $walls[$row],
				'trace' => $table->textOf($traces[$row]), 'damaged' => $damaged[$row] === 1])) {
				$chosen[] = $row;
			}
		}

		return $chosen;
	}

	public function isAll(): bool
	{
		return array_intersect_key($this->query, array_flip(self::CHOICE)) === [];
	}

	/**
	 * @param list<int> $rows the newest first
	 * @return list<int>
	 */
	public function sorted(RunTable $table, array $rows): array
	{
		$asked = $this->query['sort'] ?? 'time';
		$order = self::ORDERS[ltrim($asked, '-')];
		if ($order !== 'time') {
			$column = $table->column($order);
			$values = [];
			foreach ($rows as $row) {
				$values[$row] = $order === 'uri' ? (string) $table->textOf($column[$row]) : $column[$row] ?? -1;
			}
			$order === 'uri' ? asort($values) : arsort($values);
			$rows = array_keys($values);
		}

		return $asked[0] === '-' ? array_reverse($rows) : $rows;
	}

	public function by(): string
	{
		return $this->query['by'] ?? '';
	}

	/** "route=/cart version=3.1.0": the conditions as text. */
	public function title(): string
	{
		$parts = array_intersect_key($this->query, array_flip(self::CHOICE));

		return $parts === [] ? 'all runs' : implode(' ',
			array_map(static fn (string $key, string $value): string => "$key=" . (preg_match('/^@\d+$/D', $value) === 1
				? date('Y-m-d H:i', (int) substr($value, 1)) : $value), array_keys($parts), $parts));
	}

	/**
	 * Only the conditions that choose runs.
	 *
	 * @param array<string, string> $more
	 */
	public function choice(array $more = []): string
	{
		$query = http_build_query($more + array_intersect_key($this->query, array_flip(self::CHOICE)));

		return $query === '' ? self::ALL : $query;
	}

	/** @param array<string, string> $change an empty value takes a part out */
	public function text(array $change = []): string
	{
		return http_build_query(array_filter($change + ['page' => ''] + $this->query,
			static fn (string $value): bool => $value !== ''));
	}

	/** @param array<string, string> $change */
	public function link(array $change = [], string $page = './'): string
	{
		$query = $this->text($change);

		return $query === '' ? $page : "$page?$query";
	}
}
