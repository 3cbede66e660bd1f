--TEST--
Without the sqlite3 extension the tool names what is missing
--SKIPIF--
<?php
exec(escapeshellarg(PHP_BINARY) . ' -n -m', $modules);
if (in_array('sqlite3', $modules)) die('skip sqlite3 is built in');
?>
--FILE--
<?php
require dirname(__DIR__) . '/cli/cli.inc';

$result = cli(['heap', __FILE__]);
echo $result['out'], $result['err'], $result['status'], "\n";
?>
--EXPECT--
xhprof: PHP has no SQLite3 here
        install its extension sqlite3 (Debian: php-sqlite3)
2
