--TEST--
dump, live and blame with --dsn: the connection, and its process, that has locked a row of a database others wait for
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php
require __DIR__ . '/../sampler/skipif.inc';
need_wall_by_signal();
if (!is_readable('/proc/self/syscall')) die('skip needs /proc/self/syscall');
if (!getenv('XHPROF_TEST_MYSQL')) die(
	'skip XHPROF_TEST_MYSQL names no socket of a MySQL or MariaDB whose root has no password');
?>
--FILE--
<?php
require __DIR__ . '/../live/live.inc';
require __DIR__ . '/cli.inc';

$socket = getenv('XHPROF_TEST_MYSQL');
$admin = new PDO("mysql:unix_socket=$socket", 'root', '');
$admin->exec('drop database if exists xhprof_waits');
$admin->exec('create database xhprof_waits');
$admin->exec('create table xhprof_waits.t (id int primary key, v int) engine=innodb');
$admin->exec('insert into xhprof_waits.t values (1, 0), (2, 0)');
$admin->exec("create or replace user xhprof_waits@'127.0.0.1' identified by 'secret'");
$admin->exec("grant all on xhprof_waits.* to xhprof_waits@'127.0.0.1'");
$port = $admin->query('select @@port')->fetchColumn();

$folder = live_folder(__FILE__);
file_put_contents("$folder/holder.php", '<?php
$db = new PDO($argv[1], ...array_slice($argv, 2));
$db->beginTransaction();
$db->exec("update xhprof_waits.t set v = 4711 where id = 1");
echo "holds\n";
fgets(STDIN);
');
file_put_contents("$folder/waiter.php", '<?php
$db = new PDO($argv[1], ...array_slice($argv, 2));
echo "waits\n";
$db->exec("update xhprof_waits.t set v = v + " . getmypid() . " where id = 1");
');
/* This PHP may have them built in. */
$modules = array_map(fn (string $file): string => "extension=$file",
	array_filter(array_map(shipped_module(...), ['mysqlnd', 'pdo', 'pdo_mysql'])));
$plain = fn (string $text): string => preg_replace(['/pid \d+/', '/connection \d+/', '/\d+(\.\d+)? (ns|us|ms|s)\b/',
	'~/\S+/~', '/:\d{4,5}\b/'], ['pid PID', 'connection N', 'TIME', '', ':PORT'], $text);
/* The locks that both wait for. */
function blamed(string $json): array
{
	$rows = json_decode($json, true)['culprits'] ?? [];

	return array_column(
		array_filter($rows, fn (array $row): bool => $row['processes'] === 2 && $row['kind'] === 'lock'), 'name');
}

foreach (['tcp' => ["mysql:host=127.0.0.1;port=$port", 'xhprof_waits', 'secret'],
	'unix' => ["mysql:unix_socket=$socket", 'root', '']] as $kind => $access) {
	echo "== by $kind\n";
	mkdir("$folder/$kind");
	$live = "$folder/$kind";
	$settings = live_settings($live, ...$modules);
	$holder = live_start("$folder/holder.php", $settings, $access);
	fgets($holder->out);
	$waiters = [live_start("$folder/waiter.php", $settings, $access),
		live_start("$folder/waiter.php", $settings, $access)];
	array_map(fn ($waiter) => fgets($waiter->out), $waiters);
	$dsn = "--dsn mysql:unix_socket=$socket;user=root";
	live_wait('both wait', fn () => (int) $admin->query(
		"select count(*) from information_schema.processlist where info like 'update xhprof_waits%'")
		->fetchColumn() === 2);
	foreach (["dump $live $dsn", "dump $live", "live $live --duration 3s $dsn",
		"blame $live --duration 3s --json $dsn"] as $command) {
		/* InnoDB's tables are some time old, and a process that has no CPU has no sample. */
		['out' => $out, 'err' => $errors] = live_wait($command, function () use ($command, $modules): ?array {
			$result = cli(explode(' ', $command), '', $modules);
			$is_there = match ($command[0]) {
				'b' => blamed($result['out']) !== [],
				'l' => preg_match('/^2 of 3 .* lock /', $result['out']) === 1,
				default => preg_match_all(str_contains($command, '--dsn') ? '/ update .* held by /i'
					: '/ waits .* update /i', $result['out']) === 2,
			};

			return $is_there ? $result : null;
		});
		echo $errors;
		if ($command[0] === 'b') {
			echo implode("\n", array_map($plain, blamed($out))), "\n";
		} else {
			echo $plain($command[0] === 'l' ? strtok($out, "\n")
				: implode("\n", preg_grep('/waits .*UPDATE|waits .*update/', explode("\n", $out)))), "\n";
		}
	}
	foreach (['mysql:unix_socket=/nowhere', 'sqlite::memory:'] as $wrong) {
		echo cli(['dump', $live, '--dsn', $wrong], '', $modules)['err'];
	}
	array_map(live_end(...), [$holder, ...$waiters]);
}
$admin->exec('drop database xhprof_waits');
$admin->exec("drop user xhprof_waits@'127.0.0.1'");
foreach (['tcp', 'unix'] as $kind) {
	array_map(unlink(...), glob("$folder/$kind/*"));
	rmdir("$folder/$kind");
}
live_clean($folder);
?>
--EXPECT--
== by tcp
    waits for tcp 127.0.0.1:PORT: update xhprof_waits.t set v = v + ? where id = ? in PDO::exec(), held by pid PID, cli holder.php, TIME, in fgets from main()
    waits for tcp 127.0.0.1:PORT: update xhprof_waits.t set v = v + ? where id = ? in PDO::exec(), held by pid PID, cli holder.php, TIME, in fgets from main()
    waits for tcp 127.0.0.1:PORT: update xhprof_waits.t set v = v + ? where id = ? in PDO::exec(), of pid PID (mariadbd)
    waits for tcp 127.0.0.1:PORT: update xhprof_waits.t set v = v + ? where id = ? in PDO::exec(), of pid PID (mariadbd)
2 of 3 workers wait for the lock that pid PID holds
lock held by cli holder.php
xhprof: --dsn: SQLSTATE[HY000] [2002] No such file or directory
        it takes what PDO takes, such as "mysql:unix_socket=/run/mysqld/mysqld.sock;user=root"
xhprof: --dsn takes a data source name of PDO, "mysql:host=..." or "pgsql:host=..."
        MySQL, MariaDB and PostgreSQL can report who waits for whom
== by unix
    waits for unix mysqld.sock: update xhprof_waits.t set v = v + ? where id = ? in PDO::exec(), held by MariaDB's connection N of root, in a transaction for TIME, idle
    waits for unix mysqld.sock: update xhprof_waits.t set v = v + ? where id = ? in PDO::exec(), held by MariaDB's connection N of root, in a transaction for TIME, idle
    waits for unix mysqld.sock: update xhprof_waits.t set v = v + ? where id = ? in PDO::exec()
    waits for unix mysqld.sock: update xhprof_waits.t set v = v + ? where id = ? in PDO::exec()
2 of 3 workers wait for the lock that MariaDB's connection N of root holds
lock held by a connection of root to MariaDB
xhprof: --dsn: SQLSTATE[HY000] [2002] No such file or directory
        it takes what PDO takes, such as "mysql:unix_socket=/run/mysqld/mysqld.sock;user=root"
xhprof: --dsn takes a data source name of PDO, "mysql:host=..." or "pgsql:host=..."
        MySQL, MariaDB and PostgreSQL can report who waits for whom
