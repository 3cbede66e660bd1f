--TEST--
An edge first seen in a later call of its parent comes after the parent's own edge
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function outer($x) { return $x > 1 ? late($x) : early($x); }
function early($x) { return $x; }
function late($x) { return early($x); }

xhprof_enable();
outer(1);
outer(2);
outer(1);
late(3);
show(xhprof_disable());
?>
--EXPECT--
outer==>early  ct=2
main()==>outer  ct=3
late==>early  ct=2
outer==>late  ct=1
main()==>late  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
