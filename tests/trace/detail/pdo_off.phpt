--TEST--
Without collect_additional_info names are plain; the setting is read when a profile starts
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

$pdo = new PDO('sqlite::memory:');
xhprof_enable();
$pdo->query('select 1');
ini_set('xhprof.collect_additional_info', '1');
$pdo->query('select 2');
$pdo->prepare('select 3')->execute();
show(xhprof_disable());

xhprof_enable();
$pdo->query('select 4');
ini_set('xhprof.collect_additional_info', '0');
$pdo->query('select 5');
show(xhprof_disable());

xhprof_enable();
$pdo->query('select 6');
show(xhprof_disable());
?>
--EXPECT--
main()==>PDO::query  ct=2
main()==>ini_set  ct=1
main()==>PDO::prepare  ct=1
main()==>PDOStatement::execute  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
main()==>PDO::query#select ?  ct=2
main()==>ini_set  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
main()==>PDO::query  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
