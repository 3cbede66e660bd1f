--TEST--
A snapshot names the function that allocated each value, and one is written at the memory limit
--SKIPIF--
<?php if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP'); ?>
<?php if (PHP_OS_FAMILY === 'Windows') die('skip no snapshots there'); ?>
<?php require __DIR__ . '/../helper.inc'; need_shutdown_after_memory_limit(); ?>
--FILE--
<?php
require __DIR__ . '/alloc.inc';

$folder = sys_get_temp_dir() . '/xhprof_alloc_snapshot_' . getmypid();
mkdir($folder, 0700);

/* How many values str_repeat() has allocated. */
function look(string $file): int
{
	$names = $counts = [];
	foreach (file($file, FILE_IGNORE_NEW_LINES) as $line) {
		$cells = explode("\t", $line);
		if ($cells[0] === 'a') {
			$names[$cells[1]] = $cells[2];
		} elseif ($cells[0] === 'n' && ($cells[11] ?? '') !== '') {
			$counts[$cells[11]] = ($counts[$cells[11]] ?? 0) + 1;
		}
	}
	return array_sum(array_filter($counts, fn($site) => str_ends_with($names[$site], 'str_repeat'),
		ARRAY_FILTER_USE_KEY));
}

foreach ([[], ['mode' => 'alloc']] as $options) {
	foreach ([true, false] as $fork) {
		Box::$kept = [];
		xhprof_enable(XHPROF_FLAGS_ALLOC, $options);
		keep_strings(50, 1000);
		$before = memory_get_usage();
		$report = xhprof_heap_snapshot("$folder/a.heap", ['wait' => true, 'fork' => $fork]);
		$profile = xhprof_stop();
		echo $report['how'] === 'in place' || $fork ? '' : 'NOT in place: ',
			$report['bytes'] > 0.7 * $report['memory_usage'] ? 'most' : 'little', ' of it, ',
			look("$folder/a.heap"), " strings\n";
	}
}

echo child_php(__DIR__ . '/alloc_on_limit.inc',
	['display_errors=0', "xhprof.output_dir=$folder", 'xhprof.on_memory_limit=snapshot'], [], ['[]']);
foreach (glob("$folder/memory-limit*") as $file) {
	echo preg_replace('/\d+/', '#', basename($file)), ' ', decoct(fileperms($file) & 0777), ' ',
		look($file) > 50 ? "has the strings\n" : "lacks the strings\n";
}

array_map('unlink', glob("$folder/*"));
rmdir($folder);
?>
--EXPECTF--
most of it, 50 strings
most of it, 50 strings
most of it, 50 strings
most of it, 50 strings
Allowed memory size of %d bytes exhausted%s
run of hoard 1, str_repeat has most
ended with status 255
memory-limit-#-#.xhprof.heap 600 has the strings
