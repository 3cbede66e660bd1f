--TEST--
User functions and classes with these names get their text as well, and missing arguments are harmless
--SKIPIF--
<?php if (extension_loaded('mysqli') || function_exists('mysql_query')) die('skip needs the names of mysqli'); ?>
--INI--
xhprof.collect_additional_info=1
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function mysqli_query($link = null, $sql = null) { return leaf($sql); }
function mysql_query(&$sql) { return leaf($sql); }
class mysqli
{
	function query($sql = 'default') { return leaf($sql); }
}
function leaf($x) { return $x; }

$sql = 'show reference';
$mysqli = new mysqli;
for ($i = 0; $i < 2; $i++) {
	xhprof_enable();
	mysqli_query('x');
	mysqli_query();
	mysqli_query('link', 'select 1');
	mysqli_query(sql: 'select 2');
	mysqli_query('link', 3);
	mysqli_query('link', new stdClass);
	mysql_query($sql);
	$mysqli->query('select 4');
	$mysqli->query('select 4');
	$mysqli->query();
	$profile = xhprof_disable();
}
show($profile);

xhprof_enable(0, ['ignored_functions' => ['mysqli_query', 'mysqli::query#select 4', 'leaf']]);
mysqli_query('link', 'select 1');
$mysqli->query('select 4');
show(xhprof_disable());
?>
--EXPECT--
mysqli_query==>leaf  ct=4
main()==>mysqli_query  ct=4
mysqli_query#select ?==>leaf  ct=2
main()==>mysqli_query#select ?  ct=2
mysql_query#show reference==>leaf  ct=1
main()==>mysql_query#show reference  ct=1
mysqli::query#select ?==>leaf  ct=2
main()==>mysqli::query#select ?  ct=2
mysqli::query==>leaf  ct=1
main()==>mysqli::query  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
main()==>mysqli::query#select ?  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
