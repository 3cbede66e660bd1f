--TEST--
A snapshot keeps the first 256 bytes of names of a megabyte, and the tool reads it
--INI--
memory_limit=1G
--SKIPIF--
<?php
require __DIR__ . "/heap.inc";
if (sqlite_settings() === null) die("skip needs the extension sqlite3");
?>
--FILE--
<?php
require __DIR__ . '/heap.inc';

$name = 'n' . str_repeat('abcdefgh', 131072);
$class = 'C' . str_repeat('12345678', 131072);
eval("class $class { public \$$name = []; } function $name(\$x) { global \$file; return xhprof_heap_snapshot(\$file, "
	. "['wait' => true]); }");
$object = new $class;
$object->$name[$name] = [$name => $class];
$file = sys_get_temp_dir() . '/xhprof-test-long-' . getmypid();
var_dump($name($object)['complete']);
$heap = new Heap($file);
var_dump(in_array(substr($class, 0, 256), array_column($heap->nodes, 'class'), true));
var_dump(in_array(substr($name, 0, 256), array_column($heap->frames, 1), true), filesize($file) < 1 << 20);
$report = heap_cli([$file, '--json']);
var_dump(str_contains(json_encode($report), substr($class, 0, 40)), strlen(heap_cli([$file])) > 100);
unlink($file);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
