--TEST--
A function first called before xhprof_enable() is recorded
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function A($x) { return B($x); }
function B($x) { return strrev($x); }

A('x');
xhprof_enable();
A('x');
show(xhprof_disable());
?>
--EXPECT--
B==>strrev  ct=1
A==>B  ct=1
main()==>A  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
