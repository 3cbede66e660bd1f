--TEST--
A snapshot during a sampled run names the allocation site of the sampled blocks
--SKIPIF--
<?php if (PHP_OS_FAMILY === 'Windows') die('skip no snapshots there'); ?>
--FILE--
<?php
require __DIR__ . '/alloc.inc';

$file = sys_get_temp_dir() . '/xhprof_snapshot_sampled_' . getmypid();
foreach ([[], ['mode' => 'alloc']] as $options) {
	foreach ([true, false] as $fork) {
		Box::$kept = [];
		xhprof_enable(0, $options + ['alloc' => 'sampled', 'alloc_interval' => 1024]);
		keep_strings(1000, 1000);
		$report = xhprof_heap_snapshot($file, ['wait' => true, 'fork' => $fork]);
		xhprof_stop();
		$sites = preg_grep('/^a\t\d+\t.*str_repeat$/', file($file, FILE_IGNORE_NEW_LINES));
		var_dump($report['complete'], $sites !== []);
	}
}
unlink($file);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
