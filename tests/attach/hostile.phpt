--TEST--
A process that is made to be read without end is given up, and says so
--EXTENSIONS--
xhprof
--SKIPIF--
<?php
require __DIR__ . '/../faults/refuse.inc';
skip_refuse();
require __DIR__ . '/skipif.inc';
?>
--FILE--
<?php
require __DIR__ . '/attach.inc';

$folder = live_folder(__FILE__, 0700);
exec('cc -o ' . escapeshellarg("$folder/hostile") . ' ' . escapeshellarg(__DIR__ . '/hostile.c') . ' 2>&1', $said,
	$status);
echo $status === 0 ? '' : implode("\n", $said) . "\n";
$process = proc_open(["$folder/hostile", $folder], [['pipe', 'r'], ['pipe', 'w']], $pipes);
echo fgets($pipes[1]);
try {
	XHProf\Attachment::open(proc_get_status($process)['pid'], $folder);
} catch (RuntimeException $error) {
	echo preg_replace('/\d+/', 'N', $error->getMessage()), "\n";
}
array_map(fclose(...), $pipes);
proc_close($process);
live_clean($folder);
?>
--EXPECT--
ready
Could not attach to process N: it has more to read than any PHP, or takes longer, as if it tried to keep its reader busy
