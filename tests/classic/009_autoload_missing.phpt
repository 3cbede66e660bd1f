--TEST--
Classic 009: an autoloader asked for a missing class while profiling, never disabled
--FILE--
<?php
spl_autoload_register(function ($class) { return strrev($class); });
xhprof_enable();
var_dump(class_exists('Missing'));
?>
--EXPECT--
bool(false)
