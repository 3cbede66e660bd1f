--TEST--
A child that one thread forks comes out of it, whatever locks other threads held
--SKIPIF--
<?php
require __DIR__ . '/threads.inc';
if (!PHP_ZTS) die('skip needs a PHP with threads');
if (threads_compiler() === null) die('skip needs a C compiler and php-config');
if (!function_exists('pcntl_fork') || !function_exists('posix_kill')) die('skip needs pcntl and posix');
?>
--FILE--
<?php
require __DIR__ . '/threads.inc';

$done = sys_get_temp_dir() . '/xhprof_threads_done_' . getmypid();
putenv("XHPROF_THREADS_DONE=$done");
threads_slow_locks();
threads_run_requests(['xhprof.hook=' . xhprof_info()['hook']], 'fork.inc', 4, 0);
unlink($done);
?>
--EXPECT--
ok
