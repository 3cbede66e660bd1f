<?php
declare(strict_types=1);

namespace XHProf\Fleet\Store;

/** Conditions as SQL of ClickHouse, in a form that both its version of 2018 and today's take. */
final class Where
{
	/** All conditions, for the table series. */
	public static function series(Selection $selection): string
	{
		return 'kind = ' . Sql::quote($selection->kind) . ' AND ' . self::of($selection->conditions);
	}

	/** The condition on the service, for any table but stacks, which does not have it. */
	public static function services(Selection $selection): string
	{
		return self::of(array_values(array_filter($selection->conditions,
			static fn (Condition $one): bool => !$one->isTag && $one->label === 'service')));
	}

	/** @param list<Condition> $conditions conditions on labels that the table has */
	public static function of(array $conditions): string
	{
		$texts = array_map(self::condition(...), $conditions);

		return $texts === [] ? '1' : implode(' AND ', $texts);
	}

	private static function condition(Condition $condition): string
	{
		$texts = array_map(static fn (string $value): string => self::value($condition, $value), $condition->values);

		return ($condition->isNot ? 'NOT ' : '')
			. (count($texts) === 1 && !$condition->isNot ? $texts[0] : '(' . implode(' OR ', $texts) . ')');
	}

	/** The column tags has "key=value". An empty value means that the series has no tag with this key. */
	private static function value(Condition $condition, string $value): string
	{
		$isPattern = str_contains($value, '*');
		if (!$condition->isTag) {
			return Sql::name($condition->label)
				. ($isPattern ? ' LIKE ' . self::pattern($value) : ' = ' . Sql::quote($value));
		}
		if ($value === '') {
			return 'NOT ' . self::anyTag("$condition->label=*");
		}

		return $isPattern ? self::anyTag("$condition->label=$value")
			: 'has(tags, ' . Sql::quote("$condition->label=$value") . ')';
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
