<?php
declare(strict_types=1);

namespace XHProf\Fleet\Store;

use XHProf\Cli\Problem;
use XHProf\Cli\Saved\TraceId;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\TimeExpression;

/**
 * The profiles of a store that the query of its URL selects, by service=shop, other labels, tags by their own names,
 * since and until, kind, per, trace. "host!=web-1" means all other hosts, and "*" any text. A label that is given twice
 * may have either value.
 */
final class Selection
{
	/** Labels of each series; all other keys are tags. */
	public const LABELS = ['service', 'env', 'host', 'pool', 'php'];

	/** Keys of the query that are no conditions. */
	public const OF_SELECTION = ['since', 'until', 'kind', 'per', 'trace'];

	/** The prefix of a tag that has the same name as another key of the query. */
	public const TAG = 'tag_';

	private const KINDS = ['samples', 'trace'];
	private const PER = ['host', 'hour'];
	private const SINCE = '1h';

	/** The length of a window. An agent may use another one, but stores do not say which. */
	public const WINDOW_S = 60;

	/** Options of the store, not of the selection. Endpoint and the client read them. */
	public const OF_PLACE = ['secret_file', 'secret_env', 'ca_file', 'timeout', 'cluster', 'replicated', 'days',
		'hours_after', 'async_insert'];

	/**
	 * @param list<Condition> $conditions the one on the service first
	 * @param int $since Unix time; windows count that begin at this time or later
	 * @param int $until Unix time; windows count that begin before it
	 * @param string $time the time as the user wrote it: "the last 1h"
	 * @param string $kind one of self::KINDS
	 * @param list<string> $per some of self::PER: costs are averages per host or per hour
	 * @param string $trace only samples of this trace; "": all
	 */
	private function __construct(
		public readonly array $conditions,
		public readonly int $since,
		public readonly int $until,
		public readonly string $time,
		public readonly string $kind,
		public readonly array $per,
		public readonly string $trace = '',
	) {
	}

	public static function of(string $url, int $now): self
	{
		$query = [];
		foreach (self::pairs(self::queryOf($url)) as [$key, $value]) {
			$query[$key][] = $value;
		}
		$last = static fn (string $key): ?string => isset($query[$key]) ? end($query[$key]) : null;
		[$since, $until] = self::times($last('since') ?? self::SINCE, $last('until'), $now);
		$per = $last('per') === null ? [] : array_values(array_unique(explode(',', $last('per'))));

		return new self(self::conditionsOf(array_diff_key($query,
			array_flip([...self::OF_SELECTION, ...self::OF_PLACE]))), $since, $until,
			self::timeText($last('since') ?? self::SINCE, $last('until'), $since, $until),
			Text::oneOf('kind', $last('kind') ?? 'samples', self::KINDS),
			array_map(static fn (string $one): string => Text::oneOf('per', $one, self::PER), $per),
			$last('trace') === null ? '' : TraceId::read($last('trace')));
	}

	/** The query of a URL; "": it has none. */
	public static function queryOf(string $url): string
	{
		return explode('#', explode('?', $url, 2)[1] ?? '', 2)[0];
	}

	/**
	 * The keys and values of a query. parse_str() is no use: it turns "a.b" into "a_b", and keeps only the last of two
	 * values.
	 *
	 * @return \Generator<array{string, string}>
	 */
	public static function pairs(string $query): \Generator
	{
		foreach (explode('&', $query) as $pair) {
			if ($pair !== '') {
				[$key, $value] = [...explode('=', $pair, 2), ''];
				yield [urldecode($key), urldecode($value)];
			}
		}
	}

	/** The same selection with only these conditions. */
	public function with(Condition ...$conditions): self
	{
		return new self(array_values($conditions), $this->since, $this->until, $this->time, $this->kind,
			$this->per, $this->trace);
	}

	/** The same selection in another time, and with more conditions. */
	public function at(int $since, int $until, Condition ...$more): self
	{
		return new self([...$this->conditions, ...array_values($more)], $since, $until,
			self::timeText('', '', $since, $until), $this->kind, $this->per, $this->trace);
	}

	/** @return array{int, int} */
	private static function times(string $since, ?string $until, int $now): array
	{
		$times = [TimeExpression::of('since', $since, $now),
			$until === null ? $now : TimeExpression::of('until', $until, $now)];
		if ($times[0] >= $times[1]) {
			throw new Problem("since=$since is not before until=" . ($until ?? 'now'),
				'since=1w1h&until=1w is an hour a week ago');
		}

		return $times;
	}

	private static function timeText(string $asked, ?string $end, int $since, int $until): string
	{
		if ($end === null && preg_match('/^\d+\w$/D', $asked) === 1) {
			return "the last $asked";
		}
		$isSameDay = intdiv($since, 86400) === intdiv($until, 86400);

		return gmdate('Y-m-d H:i', $since) . ' to ' . gmdate($isSameDay ? 'H:i' : 'Y-m-d H:i', $until) . ' UTC';
	}

	public function service(): ?Condition
	{
		return array_values(array_filter($this->conditions,
			static fn (Condition $one): bool => $one->label === 'service' && !$one->isTag))[0] ?? null;
	}

	/** "shop route=/cart": the labels, without the time. */
	public function name(): string
	{
		return implode(' ', array_map(static fn (Condition $one): string => $one->label === 'service' && $one->isPlain()
			? $one->values[0] : $one->text(), $this->conditions)) ?: 'all services';
	}

	/** "shop route=/cart, the last 1h". */
	public function title(): string
	{
		return $this->name() . ($this->trace === '' ? '' : " trace=$this->trace") . ", $this->time"
			. ($this->per === [] ? '' : ', per ' . implode(' and ', $this->per));
	}

	/**
	 * @param array<non-empty-list<string>> $query the values of each key; "host!" has the hosts to leave out
	 * @return list<Condition>
	 */
	private static function conditionsOf(array $query): array
	{
		$conditions = [];
		foreach ($query as $key => $values) {
			$label = rtrim((string) $key, '!');
			$isTag = !in_array($label, self::LABELS, true);
			$name = $isTag && str_starts_with($label, self::TAG) ? substr($label, strlen(self::TAG)) : $label;
			$conditions[] = new Condition($name, $isTag, $label !== (string) $key, $values);
		}
		$isService = static fn (Condition $one): bool => !$one->isTag && $one->label === 'service';
		$services = array_filter($conditions, $isService);

		return [...$services, ...array_diff_key($conditions, $services)];
	}
}
