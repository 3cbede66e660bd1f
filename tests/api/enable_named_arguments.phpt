--TEST--
Named arguments work in any order
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function leaf($x) { return strrev($x); }

xhprof_enable(options: ['ignored_functions' => ['leaf']], flags: XHPROF_FLAGS_CPU);
leaf('x');
show(xhprof_disable());
xhprof_enable(options: ['ignored_functions' => ['strrev']]);
leaf('x');
show(xhprof_disable());
xhprof_enable(flags: XHPROF_FLAGS_NO_BUILTINS);
leaf('x');
show(xhprof_disable());
?>
--EXPECT--
main()==>strrev  ct=1 [cpu]
main()==>xhprof_disable  ct=1 [cpu]
main()  ct=1 [cpu]
main()==>leaf  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
main()==>leaf  ct=1
main()  ct=1
