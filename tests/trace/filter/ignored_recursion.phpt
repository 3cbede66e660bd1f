--TEST--
Recursion counts through ignored functions, and an ignored recursive function leaves no level
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function f($x) { return $x > 0 ? through($x - 1) : leaf($x); }
function through($x) { return f($x); }
function leaf($x) { return $x; }
function g($x) { return $x > 0 ? g($x - 1) : f(1); }

xhprof_enable(0, ['ignored_functions' => ['through']]);
f(3);
show(xhprof_disable());

xhprof_enable(0, ['ignored_functions' => ['f']]);
f(3);
show(xhprof_disable());

xhprof_enable(0, ['ignored_functions' => ['g', 'through']]);
g(5);
show(xhprof_disable());

xhprof_enable(0, ['ignored_functions' => ['f', 'through']]);
g(2);
show(xhprof_disable());
?>
--EXPECT--
f@3==>leaf  ct=1
f@2==>f@3  ct=1
f@1==>f@2  ct=1
f==>f@1  ct=1
main()==>f  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
through@2==>leaf  ct=1
through@1==>through@2  ct=1
through==>through@1  ct=1
main()==>through  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
f@1==>leaf  ct=1
f==>f@1  ct=1
main()==>f  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
g@2==>leaf  ct=1
g@1==>g@2  ct=1
g==>g@1  ct=1
main()==>g  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
