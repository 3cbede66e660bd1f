--TEST--
The three classic constants have their values and are case-sensitive
--FILE--
<?php
var_dump(XHPROF_FLAGS_NO_BUILTINS, XHPROF_FLAGS_CPU, XHPROF_FLAGS_MEMORY);
var_dump(defined('xhprof_flags_cpu'));
?>
--EXPECT--
int(1)
int(2)
int(4)
bool(false)
