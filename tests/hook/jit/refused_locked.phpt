--TEST--
The ex hook refuses a profile beside the JIT if opcache.enable cannot be changed
--EXTENSIONS--
ffi
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--INI--
ffi.enable=1
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

$ffi = extension_loaded('ffi') && ($file = shipped_module('ffi')) ? ["extension=$file"] : [];
echo child_php(__DIR__ . '/jit_status.inc', array_merge($ffi, opcache_settings('tracing'),
	['ffi.enable=1', 'xhprof.hook=ex', 'auto_prepend_file=' . __DIR__ . '/refused_locked.inc']));
?>
--EXPECTF--
Warning: xhprof_enable(): profiling is off: xhprof.hook=ex needs opcache.enable=0 while the JIT may run, and the server fixes that setting; let it be changed (php_value in place of php_admin_value), or set xhprof.hook=observer in %srefused_locked.inc on line 8
on
