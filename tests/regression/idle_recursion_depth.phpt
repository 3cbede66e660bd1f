--TEST--
While no profile runs, recursion is as deep as PHP itself allows
--INI--
memory_limit=-1
zend.max_allowed_stack_size=-1
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function f($n) { return $n > 0 ? 1 + f($n - 1) : 0; }

var_dump(f(500000));
xhprof_enable();
f(10);
check_conservation(xhprof_disable());
var_dump(f(500000));
?>
--EXPECT--
int(500000)
int(500000)
