--TEST--
Of a text that databases read in different ways only that is shown which all of them read as code
--SKIPIF--
<?php
require __DIR__ . '/../helper.inc';
if (module_compiler() === null) die('skip needs a C compiler and php-config');
?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

$module = compiled_module(__DIR__ . '/texts.c', '-Wall -O1 -I ' . escapeshellarg(dirname(__DIR__, 2)));
echo child_php(__DIR__ . '/sql_readings.inc', ["extension=$module"]);
@unlink($module);
?>
--EXPECT--
many words are shown, of 0 texts a wrong one
