--TEST--
--dsn: a database that has restarted is asked again, and the gap is mentioned
--EXTENSIONS--
mysqlnd
pdo
pdo_mysql
--SKIPIF--
<?php
if (!getenv('XHPROF_TEST_MYSQL')) die(
	'skip XHPROF_TEST_MYSQL names no socket of a MySQL or MariaDB whose root has no password');
?>
--FILE--
<?php
require __DIR__ . '/cli.inc';

use XHProf\Cli\Live\Databases;
use XHProf\Cli\Live\Sockets;
use XHProf\Cli\Terminal\Arguments;

$socket = getenv('XHPROF_TEST_MYSQL');
$admin = new PDO("mysql:unix_socket=$socket", 'root', '');
$ours = fn (): array => $admin->query('select id from information_schema.processlist where id <> connection_id()')
	->fetchAll(PDO::FETCH_COLUMN);
$others = $ours();
$databases = Databases::of(new Arguments(['--dsn', "mysql:unix_socket=$socket;user=root"], ['dsn' => true]));
$ask = function (string $when) use ($databases): void {
	usleep(250_000); // it is asked so often
	$databases->holder(new Sockets(), getmypid(), 'unix x: select 1');
	echo "$when: ", (new ReflectionProperty($databases, 'problem'))->getValue($databases), "\n";
};
$ask('at first');
// As when it restarts: no connection stays.
$lost = array_diff($ours(), $others);
echo count($lost), " connection\n";
array_map(fn (string $id) => $admin->exec("kill $id"), array_map(strval(...), $lost));
$ask('lost');
$ask('again');
$new = array_diff($ours(), $others);
echo count($new), ' new connection, ', array_intersect($lost, $new) === [] ? 'another one' : 'the same', "\n";
$ask('and again');
?>
--EXPECTF--
at first: 
1 connection
lost: MariaDB did not report who waits for whom: SQLSTATE[%s]%s
again: MariaDB was unreachable for a while: holders of its locks may be missing
1 new connection, another one
and again: MariaDB was unreachable for a while: holders of its locks may be missing
