<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Arguments;

/** Who waits for whom within databases: by the server's own tables, at one moment. */
final class Databases
{
	private const OPTION = '--dsn';

	/** InnoDB's tables are as new as the last reading that came a tenth of a second after another. */
	private const EVERY_S = 0.2;

	/** A server that does not answer is given up; in seconds. */
	private const PATIENCE_S = 2;

	/** MySQL's numbers of "access denied" and "command denied". */
	private const REFUSED = [1044, 1045, 1142, 1227];

	private const MARIADB_WAITS = 'SELECT r.trx_mysql_thread_id, b.trx_mysql_thread_id FROM information_schema.innodb_lock_waits w '
		. 'JOIN information_schema.innodb_trx r ON r.trx_id = w.requesting_trx_id JOIN information_schema.innodb_trx b ON b.trx_id = w.blocking_trx_id';
	private const MYSQL_WAITS = 'SELECT r.trx_mysql_thread_id, b.trx_mysql_thread_id FROM performance_schema.data_lock_waits w '
		. 'JOIN information_schema.innodb_trx r ON r.trx_id = w.requesting_engine_transaction_id '
		. 'JOIN information_schema.innodb_trx b ON b.trx_id = w.blocking_engine_transaction_id';
	private const MYSQL_CONNECTIONS = "SELECT p.id, p.user, IF(p.host LIKE '%:%', p.host, ''), COALESCE(p.info, ''), "
		. "TIMESTAMPDIFF(SECOND, t.trx_started, NOW()), p.command = 'Sleep' FROM information_schema.processlist p "
		. 'LEFT JOIN information_schema.innodb_trx t ON t.trx_mysql_thread_id = p.id';
	private const POSTGRES_WAITS = "SELECT pid, unnest(pg_blocking_pids(pid)) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
	private const POSTGRES_CONNECTIONS = "SELECT pid, COALESCE(usename, ''), COALESCE(CASE WHEN family(client_addr) = 6 THEN '[' || host(client_addr) || ']' "
		. "ELSE host(client_addr) END || ':' || client_port, ''), CASE WHEN state = 'active' THEN query ELSE '' END, "
		. "EXTRACT(epoch FROM clock_timestamp() - xact_start), CASE WHEN state = 'active' THEN 0 ELSE 1 END FROM pg_stat_activity";

	/** @var list<array{name: string, db: \PDO, waits: string, connections: string}> */
	private array $servers = [];

	private float $askedAt = 0;

	/** @var list<array{Connection, Connection}> who waits, and the only one that is to blame */
	private array $waits = [];

	/** @param list<string> $sources */
	private function __construct(array $sources)
	{
		foreach ($sources as $source) {
			$this->servers[] = self::open($source);
		}
	}

	public static function of(Arguments $arguments): self
	{
		return new self($arguments->values('dsn'));
	}

	/** @return array{name: string, db: \PDO, waits: string, connections: string} */
	private static function open(string $source): array
	{
		$driver = strtok($source, ':');
		if (!in_array($driver, ['mysql', 'pgsql'], true) || !class_exists(\PDO::class) || !in_array($driver, \PDO::getAvailableDrivers(), true)) {
			throw new Problem(self::OPTION . ' takes a data source name of PDO, "mysql:host=..." or "pgsql:host=..."', in_array($driver, ['mysql', 'pgsql'], true)
				? "this PHP has no extension pdo_$driver" : 'MySQL, MariaDB and PostgreSQL have tables of who waits for whom');
		}
		try {
			$db = new \PDO($source, null, null, [\PDO::ATTR_ERRMODE => \PDO::ERRMODE_EXCEPTION, \PDO::ATTR_TIMEOUT => self::PATIENCE_S]);
			if ($driver === 'pgsql') {
				$db->exec('SET statement_timeout = ' . 1000 * self::PATIENCE_S);

				return ['name' => 'PostgreSQL', 'db' => $db, 'waits' => self::POSTGRES_WAITS, 'connections' => self::POSTGRES_CONNECTIONS];
			}
			$isMariadb = stripos((string) self::value($db, 'SELECT VERSION()'), 'mariadb') !== false;
			$db->exec($isMariadb ? 'SET max_statement_time = ' . self::PATIENCE_S : 'SET max_execution_time = ' . 1000 * self::PATIENCE_S);

			return ['name' => $isMariadb ? 'MariaDB' : 'MySQL', 'db' => $db, 'waits' => $isMariadb ? self::MARIADB_WAITS : self::MYSQL_WAITS,
				'connections' => self::MYSQL_CONNECTIONS];
		} catch (\PDOException $e) {
			throw new Problem(self::OPTION . ": {$e->getMessage()}", 'it takes what PDO takes, such as "mysql:unix_socket=/run/mysqld/mysqld.sock;user=root"');
		}
	}

	/** The connection that makes another one wait; null: none, or more than one. */
	public function holder(Sockets $sockets, int $pid, string $wait): ?Connection
	{
		$holders = [];
		$waits = $this->servers === [] ? [] : $this->waits();
		$clients = $waits === [] ? [] : $sockets->clients($pid, $wait);
		[, $statement] = explode(': ', $wait, 2) + [1 => ''];
		foreach ($waits as [$waiter, $holder]) {
			if ($waiter->client !== '' && $clients !== [] ? array_intersect($waiter->clients(), $clients) !== [] : $waiter->executes($statement)) {
				$holders["$holder->server $holder->id"] = $holder;
			}
		}

		return count($holders) === 1 ? reset($holders) : null;
	}

	/** @return list<array{Connection, Connection}> */
	private function waits(): array
	{
		if (microtime(true) - $this->askedAt >= self::EVERY_S) {
			$this->askedAt = microtime(true);
			$this->waits = array_merge(...array_map($this->ask(...), $this->servers));
		}

		return $this->waits;
	}

	/**
	 * @param array{name: string, db: \PDO, waits: string, connections: string} $server
	 * @return list<array{Connection, Connection}>
	 */
	private function ask(array $server): array
	{
		try {
			$rows = self::rows($server['db'], $server['waits']);
			$connections = $rows === [] ? [] : self::connections($server);
		} catch (\PDOException $e) {
			if (in_array($e->errorInfo[1] ?? 0, self::REFUSED, true) || $e->getCode() === '42501') {
				throw new Problem(self::OPTION . ": {$e->getMessage()}", 'MySQL and MariaDB want the right PROCESS, PostgreSQL the role pg_monitor');
			}

			return []; // it is gone, or has no time for us
		}
		$holders = [];
		foreach ($rows as [$waiter, $holder]) {
			$holders[(int) $waiter][(int) $holder] = (int) $holder;
		}
		$waits = [];
		foreach ($holders as $waiter => $direct) {
			// One that waits itself is not to blame.
			$direct = array_values(array_diff_key($direct, $holders));
			if (count($direct) === 1 && isset($connections[$waiter], $connections[$direct[0]])) {
				$waits[] = [$connections[$waiter], $connections[$direct[0]]];
			}
		}

		return $waits;
	}

	/**
	 * @param array{name: string, db: \PDO, waits: string, connections: string} $server
	 * @return array<int, Connection> by number
	 */
	private static function connections(array $server): array
	{
		$connections = [];
		foreach (self::rows($server['db'], $server['connections']) as [$id, $user, $client, $statement, $seconds, $isIdle]) {
			$connections[(int) $id] = new Connection($server['name'], (int) $id, (string) $user, (string) $client, (string) $statement,
				$seconds === null ? null : (int) (1e9 * (float) $seconds), (int) $isIdle === 1);
		}

		return $connections;
	}

	/** @return list<list<int|float|string|null>> */
	private static function rows(\PDO $db, string $sql): array
	{
		$statement = $db->query($sql);
		/** @var list<list<int|float|string|null>> $rows */
		$rows = $statement === false ? [] : $statement->fetchAll(\PDO::FETCH_NUM);

		return $rows;
	}

	private static function value(\PDO $db, string $sql): int|float|string|null
	{
		return self::rows($db, $sql)[0][0] ?? null;
	}
}
