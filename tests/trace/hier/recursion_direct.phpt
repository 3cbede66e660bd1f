--TEST--
Each level of a recursion is its own symbol
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function foo($x) { return $x === 0 ? leaf($x) : foo($x - 1); }
function leaf($x) { return $x; }

xhprof_enable();
foo(4);
foo(0);
foo(1);
show(xhprof_disable());
?>
--EXPECT--
foo@4==>leaf  ct=1
foo@3==>foo@4  ct=1
foo@2==>foo@3  ct=1
foo@1==>foo@2  ct=1
foo==>foo@1  ct=2
main()==>foo  ct=3
foo==>leaf  ct=1
foo@1==>leaf  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
