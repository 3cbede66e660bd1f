--TEST--
Threads that profile at the same time each record all of their own calls
--SKIPIF--
<?php
require __DIR__ . '/threads.inc';
if (!PHP_ZTS) die('skip needs a PHP with threads');
if (threads_compiler() === null) die('skip needs a C compiler and php-config');
?>
--FILE--
<?php
require __DIR__ . '/threads.inc';

threads_run_requests(['xhprof.hook=' . xhprof_info()['hook']]);
?>
--EXPECT--
ok
