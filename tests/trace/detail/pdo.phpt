--TEST--
With collect_additional_info PDO's calls carry their SQL
--EXTENSIONS--
pdo
pdo_sqlite
--INI--
xhprof.collect_additional_info=1
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

class SubPDO extends PDO
{
	function query($query, $mode = null, ...$rest): PDOStatement|false { return parent::query($query); }
}
function fetch($pdo, $sql) { return $pdo->query($sql)->fetchAll(); }

xhprof_enable();
$pdo = new SubPDO('sqlite::memory:');
$pdo->exec('create table t (id int, name text)');
$pdo->exec("insert into t values (1, 'admin')");
$pdo->exec("insert into t values (2, 'x')");
$pdo->query('select * from t');
$plain = new PDO('sqlite::memory:');
fetch($plain, 'select 1');
fetch($plain, 'select 1');
fetch($plain, 'select 2');
$statement = $pdo->prepare('select * from t where id = :id and name = :name');
$statement->execute(['name' => 'x', 'id' => 2]);
$statement->execute(['name' => 'y', 'id' => 3]);
$statement->bindValue(':id', 1);
$statement->execute();
show(xhprof_disable());
?>
--EXPECT--
main()==>PDO::__construct  ct=2
main()==>PDO::exec#create table t (id int, name text)  ct=1
main()==>PDO::exec#insert into t values (?)  ct=2
SubPDO::query==>PDO::query#select * from t  ct=1
main()==>SubPDO::query  ct=1
fetch==>PDO::query#select ?  ct=3
fetch==>PDOStatement::fetchAll  ct=3
main()==>fetch  ct=3
main()==>PDO::prepare  ct=1
main()==>PDOStatement::execute#select * from t where id = :id and name = :name  ct=3
main()==>PDOStatement::bindValue  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
