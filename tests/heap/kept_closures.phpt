--TEST--
Closures that PHP caches are held by that cache and are not reported as cycles
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80600) die('skip needs PHP that keeps closures');
?>
--FILE--
<?php
require __DIR__ . '/heap.inc';

function called() {}
function make() { return static fn() => 1; }
for ($i = 0; $i < 2; $i++) {
	$first = called(...);
	make();
	$other = function () use ($first) {};
}
unset($first);
$heap = snapshot();
foreach ($heap->objects('Closure') as $id) {
	echo implode(', ', $heap->holders($id)), "\n";
}
?>
--EXPECT--
frame of {main} local $other, root global $other
array element first, root kept closure
root kept closure
