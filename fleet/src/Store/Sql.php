<?php
declare(strict_types=1);

namespace XHProf\Fleet\Store;

/** Text for SQL: old versions of the engine have no query parameters. */
final class Sql
{
	/** A literal of a string, of any bytes. */
	public static function quote(string $text): string
	{
		return "'" . strtr($text,
			['\\' => '\\\\', "'" => "\\'", "\0" => '\\0', "\n" => '\\n', "\r" => '\\r', "\t" => '\\t']) . "'";
	}

	/** A name of a database, a table, a column or a cluster. */
	public static function name(string $name): string
	{
		return preg_match('/^[A-Za-z_]\w*$/D', $name) === 1 ? $name
			: '`' . strtr($name, ['\\' => '\\\\', '`' => '\\`']) . '`';
	}
}
