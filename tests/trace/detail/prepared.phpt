--TEST--
A prepared statement has the text that it was prepared with last, also when its object's number is used again
--SKIPIF--
<?php if (extension_loaded('mysqli') || extension_loaded('pgsql')) die('skip needs the names of mysqli and pgsql'); ?>
--INI--
xhprof.collect_additional_info=1
opcache.optimization_level=0
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

class mysqli
{
	function prepare($sql) { return $sql === '' ? false : new mysqli_stmt; }
	function stmt_init() { return new mysqli_stmt; }
	function real_query($sql) {}
	function multi_query($sql) {}
	function execute_query($sql, $values) {}
}
class mysqli_stmt
{
	function __construct($mysqli = null, $sql = null) {}
	function prepare($sql) {}
	function execute($values = null) { if ($values === ['bad']) throw new Exception; }
}
class Sub extends mysqli_stmt {}
function mysqli_prepare($mysqli, $sql) { return new mysqli_stmt; }
function mysqli_stmt_prepare($statement, $sql) {}
function mysqli_stmt_execute($statement) {}
function mysqli_real_query($mysqli, $sql) {}
function pg_prepare(...$all) {}
function pg_execute(...$all) {}
function pg_query($first = null, $second = null) {}

$m = new mysqli;
$old = $m->prepare('before the profile');
xhprof_enable(0, ['ignored_functions' => ['mysqli_stmt::__construct', 'Sub::*', 'xhprof_*']]);
$old->execute();
$one = $m->prepare('select 1 from one where id = ?');
$two = mysqli_prepare($m, 'select 2 from two');
foreach ([1, 2, 3] as $i) {
	$one->execute([$i]);
	mysqli_stmt_execute($two);
}
try { $one->execute(['bad']); } catch (Exception) {}
$number = spl_object_id($one);
$one = null;
$none = new mysqli_stmt;
assert(spl_object_id($none) === $number);
$none = null;
$one = $m->prepare('select 3');
$one->prepare('select 4 from four');
$one->execute();
$m->prepare('');
$three = new Sub($m, 'select 5 from five');
$three->execute();
$four = $m->stmt_init();
mysqli_stmt_prepare($four, 'select 6 from six');
$four->execute();
function seven(mysqli $m): void
{
	$statement = $m->prepare('select 7 from seven');
	Fiber::suspend();
	$statement->execute();
}
$fiber = new Fiber(seven(...));
$fiber->start($m);
$m->prepare('select 8 from eight')->execute();
$fiber->resume();
$m->real_query('select 9 from nine');
$m->multi_query('select 1; select 2');
$m->execute_query('select ? from ten', [1]);
mysqli_real_query($m, 'select 11 from eleven');
xhprof_pause();
$five = $m->prepare('unseen');
xhprof_resume();
$five->execute();
$four->execute();
foreach (xhprof_disable() as $name => $row) {
	if (str_starts_with($name, 'mysqli_stmt::execute')) {
		continue;
	}
	if (str_contains($name, 'execute') || str_contains($name, 'query')) {
		echo "$name  ct=$row[ct]\n";
	}
}
?>
--EXPECT--
main()==>mysqli_stmt::execute  ct=3
main()==>mysqli_stmt::execute#select ? from one where id = ?  ct=4
main()==>mysqli_stmt_execute#select ? from two  ct=3
main()==>mysqli_stmt::execute#select ? from four  ct=1
main()==>mysqli_stmt::execute#select ? from five  ct=1
main()==>mysqli_stmt::execute#select ? from six  ct=1
main()==>mysqli_stmt::execute#select ? from eight  ct=1
seven==>mysqli_stmt::execute#select ? from seven  ct=1
main()==>mysqli::real_query#select ? from nine  ct=1
main()==>mysqli::multi_query#select ?; select ?  ct=1
main()==>mysqli::execute_query#select ? from ten  ct=1
main()==>mysqli_real_query#select ? from eleven  ct=1
