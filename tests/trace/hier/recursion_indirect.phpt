--TEST--
Recursion at any distance counts the open calls of the same symbol
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function foo($x) { return $x > 0 ? bar($x - 1) : $x; }
function bar($x) { return $x > 0 ? foo($x - 1) : $x; }
function one($x) { return two($x); }
function two($x) { return three($x); }
function three($x) { return $x > 0 ? one($x - 1) : $x; }

xhprof_enable();
foo(4);
one(1);
bar(1);
show(xhprof_disable());
?>
--EXPECT--
bar@1==>foo@2  ct=1
foo@1==>bar@1  ct=1
bar==>foo@1  ct=1
foo==>bar  ct=1
main()==>foo  ct=1
two@1==>three@1  ct=1
one@1==>two@1  ct=1
three==>one@1  ct=1
two==>three  ct=1
one==>two  ct=1
main()==>one  ct=1
bar==>foo  ct=1
main()==>bar  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
