--TEST--
Who holds a stream retains its body; objects that an autoloader holds are no garbage
--SKIPIF--
<?php
require __DIR__ . "/heap.inc";
if (getenv('USE_ZEND_ALLOC') === '0') die('skip only blocks of the allocator are searched');
if (sqlite_settings() === null) die("skip needs the extension sqlite3");
?>
--FILE--
<?php
require __DIR__ . '/heap.inc';

final class Upload { public function __construct(public $stream) {} }
final class Loader { public array $classes = []; public function load() {} }

$stream = fopen('php://temp/maxmemory:9000000', 'w+');
fwrite($stream, str_repeat('x', 3000000));
$upload = new Upload($stream);
unset($stream);
$loader = new Loader;
$loader->classes = range(1, 1000);
spl_autoload_register([$loader, 'load']);
unset($loader);
$cycle = new Upload(null);
$cycle->stream = $cycle;
unset($cycle);

$file = sys_get_temp_dir() . '/xhprof-test-weak-' . getmypid() . '.heap';
xhprof_heap_snapshot($file, ['wait' => true]);
$data = heap_cli([$file, '--json', '--limit', '1000']);
$near = fn(int $bytes, int $wanted) => abs($bytes - $wanted) < 0.01 * $wanted ? "about $wanted" : (string) $bytes;
foreach ($data['roots'] as $root) {
	if (trim("$root[kind] $root[name]") === 'global $upload') {
		echo 'the variable retains ', $near($root['retained'], 3000000), "\n";
	}
}
echo 'roots called resource that retain much: ',
	count(array_filter($data['roots'], fn($root) => $root['kind'] === 'resource' && $root['retained'] > 100000)), "\n";
foreach ($data['classes'] as $class) {
	if (in_array($class['class'], ['Upload', 'Loader'], true)) {
		echo "$class[class] retains ",
			$class['class'] === 'Upload' ? $near($class['retained'], 3000000) : $class['retained'] > 16000, "\n";
	}
}
foreach (['Loader', 'Upload'] as $class) {
	foreach (heap_cli([$file, '--class', $class, '--json'])['largest'] as $row) {
		echo "$class: $row[state]\n";
	}
}
echo json_encode(array_column($data['cycle_suspects'], 'objects', 'class')), ', held by what is not seen: ',
	$data['held_by_extensions'], "\n";
$path = heap_cli([$file, '--class', 'Loader', '--json'])['holders'][0]['path'];
echo $path !== '(unreachable)' ? "a path leads to the loader\n" : "$path\n";
unlink($file);
?>
--EXPECT--
the variable retains about 3000000
roots called resource that retain much: 0
Upload retains about 3000000
Loader retains 1
Loader: live
Upload: live
Upload: cycle
{"Upload":1}, held by what is not seen: 0
a path leads to the loader
