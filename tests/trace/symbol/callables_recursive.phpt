--TEST--
A first-class callable of an internal function that calls back is counted once at each level
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function leaf($x) { return $x; }

$map = array_map(...);
xhprof_enable();
$map('leaf', [1, 2]);
$map($map, ['leaf'], [[3, 4]]);
show(xhprof_disable());
?>
--EXPECT--
array_map==>leaf  ct=2
main()==>array_map  ct=2
array_map@1==>leaf  ct=2
array_map==>array_map@1  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
