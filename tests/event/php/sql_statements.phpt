--TEST--
Statements of PDO and SQLite3 count where they are executed, by classes of the program as well, and by whichever function
--EXTENSIONS--
pdo
pdo_sqlite
sqlite3
--FILE--
<?php
require __DIR__ . '/events.inc';

class Db extends PDO
{
	public function count($table) { return $this->query("select count(*) from $table")->fetchColumn(); }
}
class Logged extends PDO { public function exec(string $sql): int|false { return parent::exec($sql); } }
class Statement extends PDOStatement { protected function __construct() {} }
function plain($x)
{
	$db = new PDO('sqlite::memory:');
	$db->exec('create table t (a)');
	$s = $db->prepare('insert into t values (?)');
	$s->execute([1]);
	$s->execute([2]);
	return $db->query('select 1');
}
function child($x) { $db = new Db('sqlite::memory:'); $db->exec('create table t (a)'); return $db->count('t'); }
function parent_($x) { $db = new Logged('sqlite::memory:'); return $db->exec('create table t (a)'); }
function statements($x)
{
	$db = new PDO('sqlite::memory:');
	$db->setAttribute(PDO::ATTR_STATEMENT_CLASS, [Statement::class]);
	return $db->prepare('select 1')->execute();
}
function failing($x)
{
	$db = new PDO('sqlite::memory:');
	try { $db->exec('no sql'); } catch (PDOException) {}
	return $x;
}
function lite($x)
{
	$db = new SQLite3(':memory:');
	$db->exec('create table t (a)');
	$s = $db->prepare('select ?');
	$s->execute();
	$db->querySingle('select 1');
	return $db->query('select 1');
}
function called($x)
{
	$db = new PDO('sqlite::memory:');
	$exec = [$db, 'exec'];
	$query = $db->query(...);
	array_map([$db, 'exec'], ['select 1', 'select 2']);
	$query('select 1');
	return $exec('select 1');
}
function nothing($x) { $db = new PDO('sqlite::memory:'); return $db->prepare('select 1'); }

foreach (['plain', 'child'] as $what) { $what(1); }
foreach ([0, XHPROF_FLAGS_NO_BUILTINS] as $flags) {
	xhprof_enable($flags, ['events' => ['sql-statements']]);
	foreach (['plain', 'child', 'parent_', 'statements', 'failing', 'lite', 'called', 'nothing'] as $what) {
		$what(1);
	}
	$profile = xhprof_stop();
	show_counts($profile->functions(), ['sql-statements'], $flags === 0 ? 'own_' : '');
	echo "--\n";
}
?>
--EXPECT--
PDO::exec sql-statements=7
PDO::query sql-statements=3
PDOStatement::execute sql-statements=3
SQLite3::exec sql-statements=1
SQLite3::query sql-statements=1
SQLite3::querySingle sql-statements=1
SQLite3Stmt::execute sql-statements=1
--
Db::count sql-statements=1
Logged::exec sql-statements=1
called sql-statements=4
child sql-statements=2
failing sql-statements=1
lite sql-statements=4
main() sql-statements=17
parent_ sql-statements=1
plain sql-statements=4
statements sql-statements=1
--
