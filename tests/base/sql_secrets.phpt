--TEST--
No literal, no word that is a value and no comment reaches the text of a statement, by whatever database it is read and wherever it is cut
--SKIPIF--
<?php
require __DIR__ . '/../helper.inc';
if (module_compiler() === null) die('skip needs a C compiler and php-config');
?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

$module = compiled_module(__DIR__ . '/texts.c', '-Wall -O1 -I ' . escapeshellarg(dirname(__DIR__, 2)));
echo child_php(__DIR__ . '/sql_secrets.inc', ["extension=$module"]);
@unlink($module);
?>
--EXPECT--
mysql: 0
mysql_ansi: 0
mysql_no_escapes: 0
postgresql: 0
postgresql_old: 0
sqlite: 0
oracle: 0
sql_server: 0
sql_server_off: 0
access: 0
snowflake: 0
