--TEST--
xhprof_disable() returns null when no profile runs
--FILE--
<?php
var_dump(xhprof_disable());
xhprof_enable();
var_dump(is_array(xhprof_disable()));
var_dump(xhprof_disable());
?>
--EXPECT--
NULL
bool(true)
NULL
