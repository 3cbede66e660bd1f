<?php
declare(strict_types=1);

namespace XHProf\Cli\Store;

/** Conditions as ClickHouse's SQL, of the kind that both its version of 2018 and those of today take. */
final class Where
{
	/** For the table series. */
	public static function series(Selection $selection): string
	{
		return 'kind = ' . Sql::quote($selection->kind) . ' AND ' . self::of($selection->conditions);
	}

	/** For any table: all have the service. */
	public static function services(Selection $selection): string
	{
		return self::of(array_values(array_filter($selection->conditions, static fn (Condition $one): bool => !$one->isTag && $one->label === 'service')));
	}

	/** @param list<Condition> $conditions of the table series; also for a table that has but some of the labels */
	public static function of(array $conditions): string
	{
		$texts = array_map(self::condition(...), $conditions);

		return $texts === [] ? '1' : implode(' AND ', $texts);
	}

	private static function condition(Condition $condition): string
	{
		$texts = array_map(static fn (string $value): string => self::value($condition, $value), $condition->values);

		return ($condition->isNot ? 'NOT ' : '') . (count($texts) === 1 && !$condition->isNot ? $texts[0] : '(' . implode(' OR ', $texts) . ')');
	}

	/** A tag is "key=value" in the column tags; that it has no value means that the series has none of that key. */
	private static function value(Condition $condition, string $value): string
	{
		$isPattern = str_contains($value, '*');
		if (!$condition->isTag) {
			return Sql::name($condition->label) . ($isPattern ? ' LIKE ' . self::pattern($value) : ' = ' . Sql::quote($value));
		}
		if ($value === '') {
			return 'NOT ' . self::anyTag("$condition->label=*");
		}

		return $isPattern ? self::anyTag("$condition->label=$value") : 'has(tags, ' . Sql::quote("$condition->label=$value") . ')';
	}

	private static function anyTag(string $pattern): string
	{
		return 'arrayExists(x -> x LIKE ' . self::pattern($pattern) . ', tags)';
	}

	private static function pattern(string $text): string
	{
		return Sql::quote(strtr($text, ['\\' => '\\\\', '%' => '\\%', '_' => '\\_', '*' => '%']));
	}
}
