--TEST--
pgsql's functions take a connection first or none; a statement is known by its name in a connection
--SKIPIF--
<?php if (extension_loaded('pgsql')) die('skip needs the names of pgsql'); ?>
--INI--
xhprof.collect_additional_info=1
opcache.optimization_level=0
--FILE--
<?php
function pg_query($first = null, $second = null) {}
function pg_query_params($first = null, $second = null, $third = null) {}
function pg_send_query($connection, $sql) {}
function pg_prepare($first = null, $second = null, $third = null) {}
function pg_execute($first = null, $second = null, $third = null) {}

[$a, $b] = [new stdClass, new stdClass];
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
pg_query('select 1 from one');
pg_query($a, 'select 2 from two');
pg_query_params('select 3 from three where id = $1', [1]);
pg_query_params($a, 'select 4 from four where id = $1', [1]);
pg_send_query($b, "select 5 from five where x = 'y'");
pg_prepare('name', 'select 6 from six');
pg_prepare($a, 'name', 'select 7 from seven');
pg_prepare($b, 'name', 'select 8 from eight');
pg_prepare($b, '', 'select 9 from nine');
pg_prepare($b, '', 'select 10 from ten');
pg_execute('name', []);
pg_execute($a, 'name', []);
pg_execute($b, 'name', []);
pg_execute($b, '', []);
pg_execute($b, 'unknown', []);
pg_execute();
pg_prepare();
pg_query(1, 2);
foreach (xhprof_disable() as $name => $row) {
	echo "$name  ct=$row[ct]\n";
}
?>
--EXPECT--
main()==>pg_query#select ? from one  ct=1
main()==>pg_query#select ? from two  ct=1
main()==>pg_query_params#select ? from three where id = ?  ct=1
main()==>pg_query_params#select ? from four where id = ?  ct=1
main()==>pg_send_query#select ? from five where x = ?  ct=1
main()==>pg_prepare  ct=6
main()==>pg_execute#select ? from six  ct=1
main()==>pg_execute#select ? from seven  ct=1
main()==>pg_execute#select ? from eight  ct=1
main()==>pg_execute#select ? from ten  ct=1
main()==>pg_execute  ct=2
main()==>pg_query  ct=1
main()  ct=1
