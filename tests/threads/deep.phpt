--TEST--
A recursion 200,000 deep in one thread is safe while others profile
--SKIPIF--
<?php
require __DIR__ . '/threads.inc';
if (!PHP_ZTS) die('skip needs a PHP with threads');
if (threads_compiler() === null) die('skip needs a C compiler and php-config');
?>
--FILE--
<?php
require __DIR__ . '/threads.inc';

putenv('XHPROF_THREADS_DEEP=1');
threads_run_requests(['memory_limit=-1', 'zend.max_allowed_stack_size=-1', 'xhprof.hook=' . xhprof_info()['hook']]);
?>
--EXPECT--
ok
