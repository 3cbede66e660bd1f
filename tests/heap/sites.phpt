--TEST--
With allocation tracking, each value names its allocation site
--SKIPIF--
<?php
require __DIR__ . "/heap.inc";
if (sqlite_settings() === null) die("skip needs the extension sqlite3");
if (getenv('XHPROF_TEST_TREE')) die('skip asks for hier mode as well');
?>
--FILE--
<?php
require __DIR__ . '/heap.inc';

class Thing {
	public $list;
}
function make(int $n): Thing {
	$thing = new Thing;
	$thing->list = array_fill(0, $n, $n);
	return $thing;
}
function outer(): array {
	return [make(3), make(20000)];
}

$file = sys_get_temp_dir() . '/xhprof-test-sites-' . getmypid();
foreach ([XHPROF_FLAGS_ALLOC, XHPROF_FLAGS_ALLOC | XHPROF_FLAGS_TREE] as $flags) {
	xhprof_enable($flags);
	$kept = outer();
	xhprof_heap_snapshot($file, ['wait' => true]);
	xhprof_disable();
	foreach (heap_cli([$file, '--json', '--limit', '99'])['sites'] as $site) {
		echo $flags & XHPROF_FLAGS_TREE ? 'path' : 'pair', " $site[site]: $site[nodes]\n";
	}
}
// Without a run, sites are unknown.
xhprof_heap_snapshot($file, ['wait' => true]);
echo json_encode(heap_cli([$file, '--json'])['sites']), "\n";
unlink($file);
?>
--EXPECT--
pair make==>array_fill: 2
pair main()==>outer: 1
pair outer==>make: 2
path main()==>outer==>make==>array_fill: 2
path main()==>outer: 1
path main()==>outer==>make: 2
[]
