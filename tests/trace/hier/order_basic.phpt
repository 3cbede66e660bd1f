--TEST--
Edges are ordered by their first completed call, main() last
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function foo($x) { return ucfirst(strrev($x)); }
function bar($x) { return strtolower($x); }

xhprof_enable();
foo('a');
bar('B');
foo('c');
show(xhprof_disable());
?>
--EXPECT--
foo==>strrev  ct=2
foo==>ucfirst  ct=2
main()==>foo  ct=2
bar==>strtolower  ct=1
main()==>bar  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
