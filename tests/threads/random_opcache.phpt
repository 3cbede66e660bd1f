--TEST--
Threads that profile shared opcache code each record their own calls
--SKIPIF--
<?php
require __DIR__ . '/threads.inc';
if (!PHP_ZTS) die('skip needs a PHP with threads');
if (threads_compiler() === null) die('skip needs a C compiler and php-config');
if (!extension_loaded('Zend OPcache') && !is_file(PHP_EXTENSION_DIR . '/opcache.so')) die('skip needs opcache');
?>
--FILE--
<?php
require __DIR__ . '/threads.inc';

$opcache = extension_loaded('Zend OPcache') ? [] : ['zend_extension=' . PHP_EXTENSION_DIR . '/opcache.so'];
threads_run_requests(array_merge($opcache,
	['opcache.enable_cli=1', 'opcache.jit=disable', 'xhprof.hook=' . xhprof_info()['hook']]));
?>
--EXPECT--
ok
