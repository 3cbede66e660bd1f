<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Arguments;

/**
 * Finds out which connection to a database waits for which, from the server's own tables.
 *
 * @phpstan-type Server array{name: string, source: string, db: \PDO, waits: string, connections: string}
 */
final class Databases
{
	private const OPTION = '--dsn';

	/**
	 * InnoDB refreshes its tables only for a read that comes at least 0.1 s after another. We read less often than
	 * that, and assume that the rows are STALE_US old.
	 */
	private const EVERY_S = 0.2;
	private const STALE_US = 150_000;

	/** Seconds after which a server that does not answer is given up. */
	private const TIMEOUT_S = 2;

	/** A server that is gone, for example while it restarts, is tried again at this interval. */
	private const RETRY_S = 2.0;

	private const POSTGRES_MAY =
		"SELECT pg_has_role('pg_monitor', 'member') OR rolsuper FROM pg_roles WHERE rolname = current_user";
	/** Errors of MySQL and PostgreSQL that a privilege is missing for. */
	private const DENIED = [1044, 1045, 1142, 1227, '42501'];
	private const RIGHTS = 'MySQL and MariaDB require the privilege PROCESS, PostgreSQL the role pg_monitor';

	private const MARIADB_WAITS = 'SELECT r.trx_mysql_thread_id, b.trx_mysql_thread_id FROM '
		. 'information_schema.innodb_lock_waits w JOIN information_schema.innodb_trx r ON r.trx_id = '
		. 'w.requesting_trx_id JOIN information_schema.innodb_trx b ON b.trx_id = w.blocking_trx_id';
	private const MYSQL_WAITS =
		'SELECT r.trx_mysql_thread_id, b.trx_mysql_thread_id FROM performance_schema.data_lock_waits w '
		. 'JOIN information_schema.innodb_trx r ON r.trx_id = w.requesting_engine_transaction_id '
		. 'JOIN information_schema.innodb_trx b ON b.trx_id = w.blocking_engine_transaction_id';
	private const MYSQL_CONNECTIONS = "SELECT p.id, p.user, IF(p.host LIKE '%:%', p.host, ''), COALESCE(p.info, ''), "
		. "TIMESTAMPDIFF(SECOND, t.trx_started, NOW()), p.command = 'Sleep' FROM information_schema.processlist p "
		. 'LEFT JOIN information_schema.innodb_trx t ON t.trx_mysql_thread_id = p.id';
	private const POSTGRES_WAITS =
		"SELECT pid, unnest(pg_blocking_pids(pid)) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
	private const POSTGRES_CONNECTIONS = "SELECT pid, COALESCE(usename, ''), "
		. "COALESCE(CASE WHEN family(client_addr) = 6 THEN '[' || host(client_addr) || ']' "
		. "ELSE host(client_addr) END || ':' || client_port, ''), CASE WHEN state = 'active' THEN query ELSE '' END, "
		. "EXTRACT(epoch FROM clock_timestamp() - xact_start), "
		. "CASE WHEN state = 'active' THEN 0 ELSE 1 END FROM pg_stat_activity";

	/** @var list<Server> */
	private array $servers = [];

	/** @var array<int, float> when to try each lost server again, by its key in $servers */
	private array $retryAt = [];

	private float $askedAt = 0;

	/** The time that the servers' last answers describe, as hrtime() has it. */
	private int $atNs = 0;

	private string $problem = '';

	/** @var list<array{Connection, Connection}> each connection that waits, and the only one that is to blame for it */
	private array $waits = [];

	/** @var list<Connection> all that execute a statement */
	private array $busy = [];

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

	/** @return Server */
	private static function open(string $source): array
	{
		$driver = strtok($source, ':');
		if (!in_array($driver, ['mysql', 'pgsql'], true) || !class_exists(\PDO::class)
			|| !in_array($driver, \PDO::getAvailableDrivers(), true)) {
			throw new Problem(self::OPTION . ' takes a data source name of PDO, "mysql:host=..." or "pgsql:host=..."',
				in_array($driver, ['mysql', 'pgsql'], true) ? "this PHP has no extension pdo_$driver"
					: 'MySQL, MariaDB and PostgreSQL can report who waits for whom');
		}
		if (preg_match('/[; :]password=/i', $source) === 1) {
			throw new Problem(self::OPTION . ' with a password can be read by all users of this machine',
				'use secret_env=NAME or secret_file=FILE instead');
		}
		[$withoutSecret, $secret] = self::secret($source);
		ini_set('mysqlnd.net_read_timeout', (string) self::TIMEOUT_S);
		try {
			$db = new \PDO($withoutSecret, null, $secret,
				[\PDO::ATTR_ERRMODE => \PDO::ERRMODE_EXCEPTION, \PDO::ATTR_TIMEOUT => self::TIMEOUT_S]);

			return $driver === 'pgsql' ? self::postgres($db, $source) : self::mysql($db, $source);
		} catch (\PDOException $e) {
			throw new Problem(self::OPTION . ": {$e->getMessage()}",
				in_array($e->errorInfo[1] ?? 0, self::DENIED, true)
					|| in_array($e->errorInfo[0] ?? '', self::DENIED, true) ? self::RIGHTS
					: 'it takes what PDO takes, such as "mysql:unix_socket=/run/mysqld/mysqld.sock;user=root"');
		}
	}

	/** @return Server */
	private static function postgres(\PDO $db, string $source): array
	{
		$db->exec('SET statement_timeout = ' . 1000 * self::TIMEOUT_S);

		return (bool) self::value($db, self::POSTGRES_MAY)
			? ['name' => 'PostgreSQL', 'source' => $source, 'db' => $db, 'waits' => self::POSTGRES_WAITS,
				'connections' => self::POSTGRES_CONNECTIONS]
			: throw new Problem(self::OPTION . ": this user of PostgreSQL may not see others' connections",
				self::RIGHTS);
	}

	/** @return Server of MySQL or MariaDB, whose tables this user may read */
	private static function mysql(\PDO $db, string $source): array
	{
		$isMariadb = stripos((string) self::value($db, 'SELECT VERSION()'), 'mariadb') !== false;
		$db->exec($isMariadb ? 'SET max_statement_time = ' . self::TIMEOUT_S
			: 'SET max_execution_time = ' . 1000 * self::TIMEOUT_S);
		$waits = $isMariadb ? self::MARIADB_WAITS : self::MYSQL_WAITS;
		self::rows($db, $waits);
		self::rows($db, self::MYSQL_CONNECTIONS);
		usleep(self::STALE_US);

		return ['name' => $isMariadb ? 'MariaDB' : 'MySQL', 'source' => $source, 'db' => $db, 'waits' => $waits,
			'connections' => self::MYSQL_CONNECTIONS];
	}

	/** @return array{string, string|null} the source without the password, and the password */
	private static function secret(string $source): array
	{
		if (preg_match('/;?secret_(env|file)=([^;]*)/', $source, $found) !== 1) {
			return [$source, null];
		}
		$secret = $found[1] === 'env' ? getenv($found[2]) : @file_get_contents($found[2]);

		return $secret === false ? throw new Problem(self::OPTION . ": the secret in $found[2] cannot be read")
			: [str_replace($found[0], '', $source), trim($secret)];
	}

	/** The connection that blocks a process's query; null: there is none, or it is not certain. */
	public function holder(Sockets $sockets, int $pid, string $wait): ?Connection
	{
		if ($this->servers === []) {
			return null;
		}
		$this->refresh();
		$clients = str_starts_with($wait, 'tcp ') ? $sockets->clients($pid, $wait) : [];
		[, $statement] = explode(': ', $wait, 2) + [1 => ''];
		// No server reports the process of a local connection. So all connections that execute this statement must wait
		// for the same holder.
		$isIt = static fn (Connection $one): bool => str_starts_with($wait, 'tcp ')
			? array_intersect($one->clients(), $clients) !== []
			: $one->client === '' && $one->executes($statement);
		$busy = array_filter($this->busy, $isIt);
		$waits = array_filter($this->waits, static fn (array $pair): bool => $isIt($pair[0]));
		$holders = [];
		foreach ($waits as [, $holder]) {
			$holders[$holder->name()] = $holder;
		}

		return count($holders) === 1 && count($busy) === count($waits) ? reset($holders) : null;
	}

	/** The time, as hrtime() has it, at which the connection that holder() returned held its lock. */
	public function atNs(): int
	{
		return $this->atNs;
	}

	private function refresh(): void
	{
		if (hrtime(true) / 1e9 - $this->askedAt < self::EVERY_S) {
			return;
		}
		$this->waits = [];
		$this->busy = [];
		$this->atNs = hrtime(true) - 1000 * self::STALE_US;
		foreach (array_keys($this->servers) as $number) {
			if (hrtime(true) / 1e9 >= ($this->retryAt[$number] ?? 0)) {
				$this->try($number);
			}
		}
		$this->askedAt = hrtime(true) / 1e9;
	}

	/** Queries a server. One that was lost, for example by a restart, gets a new connection first. */
	private function try(int $number): void
	{
		$name = $this->servers[$number]['name'];
		$isLost = isset($this->retryAt[$number]);
		try {
			if ($isLost) {
				$this->servers[$number] = self::open($this->servers[$number]['source']);
				$this->problem = "$name was unreachable for a while: holders of its locks may be missing";
			}
			unset($this->retryAt[$number]);
			$this->ask($this->servers[$number]);
		} catch (\PDOException | Problem $e) {
			$this->problem = "$name did not report who waits for whom: {$e->getMessage()}";
			if ($isLost || !self::isConnected($this->servers[$number]['db'])) {
				$this->retryAt[$number] = hrtime(true) / 1e9 + ($isLost ? self::RETRY_S : 0);
			}
		}
	}

	private static function isConnected(\PDO $db): bool
	{
		try {
			return self::value($db, 'SELECT 1') !== null;
		} catch (\PDOException) {
			return false;
		}
	}

	/** Warns that holders may be missing, if a server failed. */
	public function warn(): void
	{
		if ($this->problem !== '') {
			fwrite(STDERR, "xhprof: $this->problem\n");
		}
	}

	/** @param Server $server */
	private function ask(array $server): void
	{
		$rows = self::rows($server['db'], $server['waits']);
		$connections = $rows === [] ? [] : self::connections($server);
		array_push($this->busy,
			...array_filter(array_values($connections), static fn (Connection $one): bool => $one->statement !== ''));
		$holders = [];
		foreach ($rows as [$waiter, $holder]) {
			$holders[(int) $waiter][(int) $holder] = (int) $holder;
		}
		foreach (array_keys($holders) as $waiter) {
			$roots = self::roots($waiter, $holders);
			if (count($roots) === 1 && isset($connections[$waiter], $connections[$roots[0]])) {
				$this->waits[] = [$connections[$waiter], $connections[$roots[0]]];
			}
		}
	}

	/**
	 * The holders at the end of the chain, which do not wait themselves: in a queue, each connection waits for the one
	 * before it.
	 *
	 * @param array<int, array<int, int>> $holders the holders that each waiting connection waits for
	 * @return list<int>
	 */
	private static function roots(int $waiter, array $holders): array
	{
		$roots = [];
		$seen = [$waiter => true];
		for ($left = $holders[$waiter]; $left !== [];) {
			$holder = array_pop($left);
			if (!isset($holders[$holder])) {
				$roots[$holder] = $holder;
			} elseif (!isset($seen[$holder])) {
				$seen[$holder] = true;
				array_push($left, ...array_values($holders[$holder]));
			}
		}

		return array_values($roots);
	}

	/**
	 * @param Server $server
	 * @return array<int, Connection> by number
	 */
	private static function connections(array $server): array
	{
		$connections = [];
		foreach (self::rows($server['db'], $server['connections']) as [
			$id, $user, $client, $statement, $seconds, $isIdle]) {
			$connections[(int) $id] = new Connection($server['name'], (int) $id, (string) $user, (string) $client,
				(string) $statement, $seconds === null ? null : (int) (1e9 * (float) $seconds), (int) $isIdle === 1);
		}

		return $connections;
	}

	/** @return list<list<bool|int|float|string|null>> */
	private static function rows(\PDO $db, string $sql): array
	{
		$statement = @$db->query($sql); // @, as a server that is gone raises warnings as well
		/** @var list<list<bool|int|float|string|null>> $rows */
		$rows = $statement === false ? [] : $statement->fetchAll(\PDO::FETCH_NUM);

		return $rows;
	}

	private static function value(\PDO $db, string $sql): bool|int|float|string|null
	{
		return self::rows($db, $sql)[0][0] ?? null;
	}
}
