--TEST--
Random arguments to every function and method do no harm
--FILE--
<?php
include __DIR__ . '/../fuzz/arguments.php';
$arguments = Arguments::run(1, 500);
var_dump($arguments->thrown > 100, $arguments->works());
?>
--EXPECT--
bool(true)
bool(true)
