--TEST--
Direct and indirect recursion get a level for each open call
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function foo($x) { return $x > 0 ? foo($x - 1) : $x; }
function one($x) { return $x > 0 ? two($x - 1) : $x; }
function two($x) { return $x > 0 ? one($x - 1) : $x; }

xhprof_enable();
foo(4);
show(xhprof_disable());
xhprof_enable();
one(4);
show(xhprof_disable());
?>
--EXPECT--
foo@3==>foo@4  ct=1
foo@2==>foo@3  ct=1
foo@1==>foo@2  ct=1
foo==>foo@1  ct=1
main()==>foo  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
two@1==>one@2  ct=1
one@1==>two@1  ct=1
two==>one@1  ct=1
one==>two  ct=1
main()==>one  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
