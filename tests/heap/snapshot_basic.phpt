--TEST--
A snapshot file belongs to its owner alone and is complete once it has its name, forked or in place
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
need_copy();
?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';
require __DIR__ . '/heap.inc';

class Thing {
	public $other;
}
$thing = new Thing;
$thing->other = [new Thing, new Thing];
$dir = sys_get_temp_dir() . '/xhprof-test-dir-' . getmypid();
mkdir($dir);
foreach ([['wait' => true], ['fork' => false], []] as $options) {
	$report = xhprof_heap_snapshot("$dir/a.heap", $options);
	echo implode(' ', array_keys($report)), "\n";
	echo $report['how'], $report['complete'] ? ' complete' : ' not yet', ' ', gettype($report['pid']), ' ',
		gettype($report['nodes']), ' ', var_export($report['reason'], true), "\n";
	var_dump($report['file'] === "$dir/a.heap", $report['pause_us'] > 0,
		abs($report['memory_usage'] - memory_get_usage()) < 4000);
	wait_until('the snapshot', fn () => count(glob("$dir/*")) === 1 && is_file("$dir/a.heap"));
	clearstatcache();
	printf("%o\n", fileperms("$dir/a.heap") & 0777);
	$heap = new Heap("$dir/a.heap");
	echo implode("\n", $heap->complaints());
	echo count($heap->objects('Thing')), " things, by ",
		implode(', ', $heap->holders($heap->objects('Thing')[0])), "\n";
	var_dump($heap->meta['php'] === PHP_VERSION);
	unlink("$dir/a.heap");
}
rmdir($dir);
?>
--EXPECT--
file complete how reason pid pause_us memory_usage nodes edges roots frames bytes truncated
fork complete integer integer NULL
bool(true)
bool(true)
bool(true)
600
3 things, by frame of {main} local $thing, root global $thing
bool(true)
file complete how reason pid pause_us memory_usage nodes edges roots frames bytes truncated
in place complete NULL integer NULL
bool(true)
bool(true)
bool(true)
600
3 things, by frame of {main} local $thing, root global $thing
bool(true)
file complete how reason pid pause_us memory_usage nodes edges roots frames bytes truncated
fork not yet integer NULL NULL
bool(true)
bool(true)
bool(true)
600
3 things, by frame of {main} local $thing, root global $thing
bool(true)
