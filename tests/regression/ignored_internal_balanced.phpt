--TEST--
Ignoring an internal function keeps the stack balanced, and recursion through an ignored function keeps its levels
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function foo($x) { return bar(strrev($x)); }
function bar($x) { return strrev(ucfirst($x)); }
function f($n) { return $n > 0 ? through($n) : inner($n); }
function through($n) { return f($n - 1); }
function inner($n) { return $n; }

xhprof_enable(0, ['ignored_functions' => ['strrev', 'through']]);
foo('a');
bar('b');
foo('c');
f(3);
show(xhprof_disable());
?>
--EXPECT--
bar==>ucfirst  ct=3
foo==>bar  ct=2
main()==>foo  ct=2
main()==>bar  ct=1
f@3==>inner  ct=1
f@2==>f@3  ct=1
f@1==>f@2  ct=1
f==>f@1  ct=1
main()==>f  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
