<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise;

/** What a statement of SQL does, by its verbs: it reads, or it may change data or tables. */
final class Statement
{
	/** The verbs that may change something, and how each names its table; "": it names none. */
	private const CHANGES = [
		'insert' => 'insert\s+(?:ignore\s+)?into',
		'replace' => 'replace\s+into',
		'merge' => 'merge\s+into',
		'update' => '(?<!\bfor\s)(?<!\bkey\s)update',
		'delete' => 'delete\s+from',
		'truncate' => 'truncate(?:\s+table)?',
		'create' => 'create\s+table',
		'alter' => 'alter\s+table',
		'drop' => 'drop\s+table',
		'call' => '',
	];

	/** True for SELECT and the like: several reads can be combined into one. */
	public static function isRead(string $sql): bool
	{
		return preg_match('/^\W*(select|with|show)\b/i', $sql) === 1;
	}

	/** False if it certainly changes nothing. */
	public static function mayChange(string $sql): bool
	{
		return preg_match('/\b(' . implode('|', array_keys(self::CHANGES)) . ')\b/i', $sql) === 1;
	}

	/** What it changes, "UPDATE jobs"; null: no table that it names. */
	public static function change(string $sql): ?string
	{
		return preg_match('/\b(' . implode('|', array_filter(self::CHANGES)) . ')(?:\s+if\s+(?:not\s+)?exists)?'
			. '\s+([\w.`"\[\]]+)/i', $sql, $found) !== 1 ? null
			: strtoupper((string) preg_replace('/\s+/', ' ', $found[1])) . ' '
				. preg_replace('/[^\w.]/', '', $found[2]);
	}

	/** @return list<string> the tables behind FROM */
	public static function readTables(string $sql): array
	{
		return self::tables('from', $sql);
	}

	/** @return list<string> the tables whose rows it changes or removes */
	public static function changedTables(string $sql): array
	{
		return [...self::tables(self::CHANGES['update'], $sql), ...self::tables(self::CHANGES['delete'], $sql)];
	}

	/** @return list<string> */
	private static function tables(string $behind, string $sql): array
	{
		preg_match_all("/\\b$behind\\s+[`\"\\[]?(\\w+(?:[`\"\\]]?\\.[`\"\\[]?\\w+)?)/i", $sql, $found);

		return array_map(static fn (string $name): string => strtolower((string) preg_replace('/[^\w.]/', '', $name)),
			$found[1]);
	}
}
