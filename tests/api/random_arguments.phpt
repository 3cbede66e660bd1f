--TEST--
Random arguments to every function and method cause no crash
--FILE--
<?php
include __DIR__ . '/../fuzz/arguments.php';
mkdir(__DIR__ . '/random_arguments');
$arguments = Arguments::run(__DIR__ . '/random_arguments', 1, 500);
var_dump($arguments->thrown > 100, $arguments->works());
?>
--CLEAN--
<?php
array_map('unlink', glob(__DIR__ . '/random_arguments/*'));
rmdir(__DIR__ . '/random_arguments');
?>
--EXPECT--
bool(true)
bool(true)
