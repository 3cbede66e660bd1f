--TEST--
Each query that a server logs is counted, and none twice: mysqli and PDO, prepared, emulated, several at once, failing
--EXTENSIONS--
mysqlnd
mysqli
pdo
pdo_mysql
--SKIPIF--
<?php
if (!getenv('XHPROF_TEST_MYSQL')) die(
	'skip XHPROF_TEST_MYSQL names no socket of a MySQL or MariaDB whose root has no password'); ?>
--FILE--
<?php
require __DIR__ . '/../../../cli/autoload.php';

use XHProf\Cli\Breakdown\Queries;

const DATABASE = 'xhprof_test';
$socket = getenv('XHPROF_TEST_MYSQL');
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$admin = new mysqli(null, 'root', '', '', 0, $socket);
foreach (["set global log_output = 'TABLE'", 'set global general_log = 1',
	'truncate mysql.general_log', 'drop database if exists ' . DATABASE, 'create database ' . DATABASE,
	'create table ' . DATABASE . '.t (id int primary key, v varchar(50), b blob)'] as $sql) {
	$admin->query($sql);
}

class SubMysqli extends mysqli
{
	function query(string $query, int $result_mode = MYSQLI_STORE_RESULT): mysqli_result|bool
	{
		return parent::query($query, $result_mode);
	}
}
class SubStatement extends PDOStatement
{
	protected function __construct() {}
	function execute(?array $params = null): bool { return parent::execute($params); }
}
function drain(mysqli $db): void
{
	do {
		$result = $db->store_result();
		$result === false || $result->free();
	} while ($db->more_results() && $db->next_result());
}
function refused(callable $call): void
{
	try {
		$call();
		echo "not refused\n";
	} catch (mysqli_sql_exception|PDOException) {
	}
}
function by_mysqli(mysqli $db): void
{
	$db->query("insert into t (id, v) values (1, 'a'), (2, 'it''s')");
	mysqli_query($db, 'select /* 7 */ v from t where id = 1')->free();
	$db->real_query('select 1 from t') && drain($db);
	$db->multi_query('select 2; select 3 from t') && drain($db);
	mysqli_multi_query($db, "select 4; update t set v = 'x;y' where id = 9") && drain($db);
	if (method_exists($db, 'execute_query')) {
		$db->execute_query('select v from t where id = ?', [1])->free();
	}
	$statement = $db->prepare('select id from t where id = ?');
	foreach ([1, 2, 3] as $id) {
		$statement->bind_param('i', $id);
		$statement->execute();
		$statement->get_result()->free();
	}
	$statement->prepare('select v from t where v = ?');
	$statement->execute(['x']);
	$statement->get_result()->free();
	$statement = null;
	$statement = mysqli_prepare($db, 'insert into t (id) values (?)');
	refused(fn () => $statement->execute([1]));
	$statement->execute([3]);
	refused(fn () => $db->query('select 1 from nowhere'));
	$db->begin_transaction();
	$db->query("update t set b = '" . $db->real_escape_string(random_bytes(3000)) . "' where id in ("
		. implode(',', range(1, 2000)) . ')');
	$db->commit();
}
function by_pdo(PDO $db): void
{
	$db->exec('update t set v = 1 where id = 3');
	$db->query('select v from t')->fetchAll();
	$statement = $db->prepare('select v from t where id = :id and v <> :v');
	foreach ([1, 2] as $id) {
		$statement->execute(['id' => $id, 'v' => 'x']);
		$statement->fetchAll();
	}
	$db->setAttribute(PDO::ATTR_STATEMENT_CLASS, [SubStatement::class]);
	$statement = $db->prepare('delete from t where id = ?');
	$statement->execute([77]);
	$db->beginTransaction();
	$db->rollBack();
	$fiber = new Fiber(function () use ($db): void {
		$statement = $db->prepare('select 7 + ? from t');
		Fiber::suspend();
		$statement->execute([1]);
		$statement->fetchAll();
	});
	$fiber->start();
	$db->query('select 8 from t')->fetchAll();
	$fiber->resume();
}

xhprof_enable(XHPROF_FLAGS_TREE, ['texts' => true]);
$ids = [];
foreach ([mysqli::class, SubMysqli::class] as $class) {
	$db = new $class(null, 'root', '', DATABASE, 0, $socket);
	by_mysqli($db);
	$ids[] = $db->thread_id;
	$db->query('truncate t');
}
foreach ([true, false] as $isEmulated) {
	$db = new PDO("mysql:unix_socket=$socket;dbname=" . DATABASE, 'root', '',
		[PDO::ATTR_EMULATE_PREPARES => $isEmulated]);
	by_pdo($db);
	$ids[] = (int) $db->query('select connection_id()')->fetchColumn();
}
$queries = new Queries(xhprof_stop());

$list = implode(',', $ids);
$logged = (int) $admin->query(
	"select count(*) from mysql.general_log where command_type in ('Query', 'Execute') and thread_id in ($list)")
	->fetch_row()[0];
$counted = array_sum(array_map(fn ($query) => $query->calls, $queries->all));
echo $logged > 50 && $counted === $logged ? 'as many as logged' : "$counted counted, $logged logged", "\n";
foreach (["select id from t where id = ?", 'select v from t where v = ?',
	'select v from t where id = :id and v <> :v', 'delete from t where id = ?', 'select ? + ? from t',
	'START TRANSACTION', 'insert into t (id) values (?)'] as $text) {
	echo $text, ': ', $queries->all["sql $text"]->calls, "\n";
}
echo json_encode($queries->withoutText), "\n";
$admin->query('set global general_log = 0');
$admin->query('drop database ' . DATABASE);
?>
--EXPECT--
as many as logged
select id from t where id = ?: 6
select v from t where v = ?: 2
select v from t where id = :id and v <> :v: 4
delete from t where id = ?: 2
select ? + ? from t: 2
START TRANSACTION: 4
insert into t (id) values (?): 4
[]
