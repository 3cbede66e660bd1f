--TEST--
The text of a statement has its keywords and names, as far as all databases read it in the same way
--SKIPIF--
<?php
require __DIR__ . '/../helper.inc';
if (module_compiler() === null) die('skip needs a C compiler and php-config');
?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

$module = compiled_module(__DIR__ . '/texts.c', '-Wall -O1 -I ' . escapeshellarg(dirname(__DIR__, 2)));
echo child_php(__DIR__ . '/sql_names.inc', ["extension=$module"]);
@unlink($module);
?>
--EXPECT--
done
