--TEST--
With texts SQLite3's calls carry their SQL, statements that of their prepare
--EXTENSIONS--
sqlite3
--FILE--
<?php
class Store extends SQLite3
{
	function one(string $sql): mixed { return $this->querySingle($sql); }
}

xhprof_enable(0, ['texts' => true,
	'ignored_functions' => ['SQLite3::__construct', 'SQLite3Result::*', 'SQLite3Stmt::bind*', 'xhprof_*']]);
$store = new Store(':memory:');
$store->exec("create table t (id int, v text); insert into t values (1, 'secret')");
$store->query("select * from t where v = 'secret'")->fetchArray();
$store->one('select count(*) from t where id = 17');
$insert = $store->prepare('insert into t values (:id, :v)');
foreach ([1, 2, 3] as $id) {
	$insert->bindValue(':id', $id);
	$insert->execute();
}
$insert = $store->prepare('delete from t where id = ?');
$insert->bindValue(1, 1);
$insert->execute();
@$store->prepare('no sql');
foreach (xhprof_disable() as $name => $row) {
	echo "$name  ct=$row[ct]\n";
}
?>
--EXPECT--
main()==>SQLite3::exec#create table t (id int, v text); insert into t values (?)  ct=1
main()==>SQLite3::query#select * from t where v = ?  ct=1
Store::one==>SQLite3::querySingle#select count(*) from t where id = ?  ct=1
main()==>Store::one  ct=1
main()==>SQLite3::prepare  ct=3
main()==>SQLite3Stmt::execute#insert into t values (:id, :v)  ct=3
main()==>SQLite3Stmt::execute#delete from t where id = ?  ct=1
main()  ct=1
