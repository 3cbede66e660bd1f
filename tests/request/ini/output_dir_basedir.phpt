--TEST--
With open_basedir, a program cannot set xhprof.output_dir to an outside folder for the memory limit's files
--FILE--
<?php
mkdir($inside = __DIR__ . '/output_dir_basedir.tmp');
ini_set('open_basedir', $inside);
var_dump(ini_set('xhprof.output_dir', sys_get_temp_dir()), ini_get('xhprof.output_dir'));
var_dump(ini_set('xhprof.output_dir', "$inside/../.."), ini_get('xhprof.output_dir'));
var_dump(ini_set('xhprof.output_dir', $inside) !== false, ini_get('xhprof.output_dir') === $inside);
var_dump(ini_set('xhprof.output_dir', '') === $inside);
?>
--CLEAN--
<?php @rmdir(__DIR__ . '/output_dir_basedir.tmp'); ?>
--EXPECT--
bool(false)
string(0) ""
bool(false)
string(0) ""
bool(true)
bool(true)
bool(true)
