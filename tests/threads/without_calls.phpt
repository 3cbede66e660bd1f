--TEST--
A run that records no calls continues through fibers and coroutines while another thread records calls
--SKIPIF--
<?php
require __DIR__ . '/threads.inc';
if (!PHP_ZTS) die('skip needs a PHP with threads');
if (threads_compiler() === null) die('skip needs a C compiler and php-config');
?>
--FILE--
<?php
require __DIR__ . '/threads.inc';

threads_run_requests(['xhprof.hook=' . xhprof_info()['hook']], 'without_calls.inc', 2, 0);
?>
--EXPECT--
ok
