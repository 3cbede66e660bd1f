--TEST--
Objects of a class in disable_classes have only properties, even if the class has internal data
--SKIPIF--
<?php
if (PHP_VERSION_ID >= 80500) die('skip PHP 8.5 has no disable_classes');
?>
--INI--
disable_classes=Fiber
error_reporting=0
--FILE--
<?php
$file = __DIR__ . '/class_disabled.tmp';
for ($i = 0; $i < 3000; $i++) {
	$all[] = new Fiber(fn() => 1);
	$all[] = str_repeat("\xFF", 3 + $i % 300); // would be read behind the objects
}
var_dump(xhprof_heap_snapshot($file, ['fork' => false])['complete']);
echo substr_count(file_get_contents($file), "\tFiber\n"), "\n";
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/class_disabled.tmp');
?>
--EXPECT--
bool(true)
1
