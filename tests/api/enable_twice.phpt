--TEST--
A second xhprof_enable() ignores its flags and options and is recorded as a call
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function leaf($x) { return strrev($x); }

xhprof_enable(XHPROF_FLAGS_CPU, ['ignored_functions' => ['ucfirst']]);
leaf('a');
var_dump(xhprof_enable(XHPROF_FLAGS_NO_BUILTINS | XHPROF_FLAGS_MEMORY, ['ignored_functions' => ['leaf']]));
leaf('b');
ucfirst($argv[0]);
xhprof_enable();
leaf('c');
show(xhprof_disable());

// Nor did the ignored call stay for later.
xhprof_enable();
leaf('d');
ucfirst($argv[0]);
show(xhprof_disable());
?>
--EXPECT--
NULL
leaf==>strrev  ct=3 [cpu]
main()==>leaf  ct=3 [cpu]
main()==>xhprof_enable  ct=2 [cpu]
main()==>var_dump  ct=1 [cpu]
main()==>xhprof_disable  ct=1 [cpu]
main()  ct=1 [cpu]
leaf==>strrev  ct=1
main()==>leaf  ct=1
main()==>ucfirst  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
