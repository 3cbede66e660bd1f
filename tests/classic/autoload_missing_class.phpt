--TEST--
An autoloader asked for a missing class is harmless in a profile that is never stopped
--FILE--
<?php
spl_autoload_register(function ($class) { return strrev($class); });
xhprof_enable();
var_dump(class_exists('Missing'));
?>
--EXPECT--
bool(false)
