<?php
declare(strict_types=1);

namespace XHProf\Cli\Run;

/** Functions whose calls go to another service, and the text behind "#" in their names: trace/detail.c appends it. */
final class QueryFunction
{
	/** They send the same in each call, so that their names have no text. */
	private const FIXED = [
		'PDO::beginTransaction' => 'START TRANSACTION', 'PDO::commit' => 'COMMIT', 'PDO::rollBack' => 'ROLLBACK',
		'mysqli::begin_transaction' => 'START TRANSACTION', 'mysqli_begin_transaction' => 'START TRANSACTION',
		'mysqli::commit' => 'COMMIT', 'mysqli_commit' => 'COMMIT', 'mysqli::rollback' => 'ROLLBACK', 'mysqli_rollback' => 'ROLLBACK',
		'mysqli::savepoint' => 'SAVEPOINT', 'mysqli_savepoint' => 'SAVEPOINT',
		'mysqli::release_savepoint' => 'RELEASE SAVEPOINT', 'mysqli_release_savepoint' => 'RELEASE SAVEPOINT',
		'mysqli::autocommit' => 'SET AUTOCOMMIT', 'mysqli_autocommit' => 'SET AUTOCOMMIT',
		'mysqli::set_charset' => 'SET NAMES', 'mysqli_set_charset' => 'SET NAMES',
	];

	/** They have a text, unless it was not to be known. */
	private const TEXTS = '/^(?:PDO::(?:exec|query)|PDOStatement::execute|mysqli?_(?:stmt_)?(?:execute|query|real_query|multi_query|execute_query)
		|mysqli::(?:query|real_query|multi_query|execute_query)|mysqli_stmt::execute|SQLite3::(?:exec|query|querySingle)|SQLite3Stmt::execute
		|pg_(?:exec|query|query_params|execute|send_query|send_query_params|send_execute)|curl_exec|curl_multi_add_handle)$/x';

	private const KINDS = [
		'sql' => '/^(?:PDO|PDOStatement|mysqli|mysqli_stmt|SQLite3|SQLite3Stmt)::|^(?:mysqli?|pg)_/',
		'redis' => '/^Redis(?:Array|Cluster)?::/',
		'memcached' => '/^Memcached?::/',
		'http' => '/^(?:curl_exec|curl_multi_add_handle|SoapClient::__doRequest|fopen|file|file_get_contents|file_put_contents|readfile|copy|get_headers)$/',
	];

	private function __construct(
		public readonly string $name,
		/** "sql", "redis", "memcached" or "http" */
		public readonly string $kind,
		/** null: it has one that was not recorded */
		public readonly ?string $text,
	) {
	}

	/** Null if a function of that name sends no query. */
	public static function of(string $nameAndText): ?self
	{
		$parts = explode('#', $nameAndText, 2);
		$name = $parts[0];
		$text = $parts[1] ?? self::FIXED[$parts[0]] ?? null;
		if ($text === null && preg_match(self::TEXTS, $name) !== 1) {
			return null;
		}
		foreach (self::KINDS as $kind => $pattern) {
			if (preg_match($pattern, $name) === 1) {
				return new self($name, $kind, $text);
			}
		}

		return null;
	}
}
