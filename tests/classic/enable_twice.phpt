--TEST--
A second xhprof_enable() changes nothing
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function work($x) { return strrev($x); }

xhprof_enable(XHPROF_FLAGS_CPU);
work('x');
xhprof_enable(XHPROF_FLAGS_MEMORY);
xhprof_enable();
work('x');
show(xhprof_disable());
?>
--EXPECT--
work==>strrev  ct=2 [cpu]
main()==>work  ct=2 [cpu]
main()==>xhprof_enable  ct=2 [cpu]
main()==>xhprof_disable  ct=1 [cpu]
main()  ct=1 [cpu]
