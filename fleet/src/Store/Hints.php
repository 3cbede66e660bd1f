<?php
declare(strict_types=1);

namespace XHProf\Fleet\Store;

use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Text;

/** Explains why a store has nothing for a selection, and says what it has. */
final class Hints
{
	/** The most values of a label that are compared, and that are shown. */
	private const MOST_VALUES = 10_000;
	private const SHOWN = 8;

	/** @param \Closure(string): RowBinary $rows of a query */
	public function __construct(private readonly \Closure $rows)
	{
	}

	public function nothing(Selection $selection): Problem
	{
		foreach ($selection->conditions as $i => $condition) {
			$before = array_slice($selection->conditions, 0, $i === 0 ? 0 : 1); // the service
			if (!$this->has([...$before, $condition])) {
				return $this->noSuch($condition, $before);
			}
		}
		if (!$this->has($selection->conditions)) {
			return $selection->conditions === [] ? self::isEmpty()
				: new Problem('no profile has all of: ' . implode(', ',
					array_map(static fn (Condition $one): string => $one->text(), $selection->conditions)));
		}
		$kinds = $this->values('kind', $selection->conditions);

		return in_array($selection->kind, $kinds, true) ? $this->notThen($selection)
			: new Problem("{$selection->name()} has no $selection->kind",
				'there is kind=' . implode(', kind=', $kinds));
	}

	/** @param list<Condition> $conditions */
	private function has(array $conditions): bool
	{
		return !($this->rows)('SELECT series FROM series WHERE ' . Where::of($conditions) . ' LIMIT 1')->isEnd();
	}

	/** @param list<Condition> $before the condition on the service, within which it was looked for */
	private function noSuch(Condition $condition, array $before): Problem
	{
		$of = $before === [] || $before[0] === $condition ? '' : 'of ' . $before[0]->text() . ' ';
		if ($condition->isTag) {
			$keys = $this->values("arrayJoin(arrayMap(x -> substring(x, 1, position(x, '=') - 1), tags))", $before);
			if (!in_array($condition->label, $keys, true)) {
				$known = [...array_diff(Selection::LABELS, ['php']), ...$keys];

				return new Problem("no profile {$of}has the label \"$condition->label\"",
					self::near($condition->label, $known, 'there are'));
			}
			$length = strlen($condition->label) + 1;
			$values = array_map(static fn (string $tag): string => substr($tag, $length), $this->values(
				'arrayJoin(arrayFilter(x -> startsWith(x, ' . Sql::quote("$condition->label=") . '), tags))', $before));
		} else {
			$values = $this->values(Sql::name($condition->label), $before);
		}
		if ($values === []) {
			return self::isEmpty();
		}

		return new Problem("no profile {$of}has " . $condition->text(),
			self::near($condition->values[0], $values, "$condition->label is"));
	}

	/** The store has the labels, but no profile of this time. */
	private function notThen(Selection $selection): Problem
	{
		$rows = ($this->rows)('SELECT toUInt64(toUInt32(min(ts))), '
			. 'toUInt64(toUInt32(max(ts))) FROM samples WHERE series GLOBAL IN (SELECT series FROM series WHERE '
			. Where::series($selection) . ')');
		[$first, $last] = [$rows->int(), $rows->int()];
		$name = $selection->name();

		return $last === 0
			? new Problem("$name: its profiles were deleted",
				'the TTL of the tables determines how long profiles are kept')
			: new Problem("$name, $selection->time: no profile",
				'its profiles are from ' . gmdate('Y-m-d H:i', $first) . ' to '
					. gmdate('Y-m-d H:i', $last) . " UTC: since=@$first&until=@" . ($last + Selection::WINDOW_S));
	}

	private static function isEmpty(): Problem
	{
		return new Problem('this store is empty', 'xhprof ship --to URL fills it');
	}

	/**
	 * @param list<Condition> $conditions
	 * @return list<string>
	 */
	private function values(string $expression, array $conditions): array
	{
		$rows = ($this->rows)("SELECT DISTINCT $expression AS value FROM series WHERE " . Where::of($conditions)
			. ' ORDER BY value LIMIT ' . self::MOST_VALUES);
		$values = [];
		while (!$rows->isEnd()) {
			$values[] = $rows->string();
		}

		return $values;
	}

	/** @param list<string> $known */
	private static function near(string $word, array $known, string $there): string
	{
		$more = count($known) - self::SHOWN;

		return Text::hint($word, $known) . "$there: " . implode(', ', array_slice($known, 0, self::SHOWN))
			. ($more > 0 ? " and $more more" : '');
	}
}
