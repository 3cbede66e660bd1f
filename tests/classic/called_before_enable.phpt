--TEST--
A function called before xhprof_enable() is profiled afterwards
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function early($x) { return strrev($x); }

early('x');
early('x');
xhprof_enable();
early('x');
$profile = xhprof_disable();
early('x');
show($profile);
?>
--EXPECT--
early==>strrev  ct=1
main()==>early  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
