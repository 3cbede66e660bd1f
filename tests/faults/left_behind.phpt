--TEST--
A thread that is left behind in a process that blocks its reader keeps its code: it may wake when PHP has unloaded its modules
--EXTENSIONS--
xhprof
--SKIPIF--
<?php
require __DIR__ . '/refuse.inc';
skip_refuse();
require __DIR__ . '/../attach/skipif.inc';
if (basename((string) module_path()) !== 'xhprof.so') die('skip our module cannot be unloaded');
$folder = live_folder(__FILE__, 0700);
exec('cc -pthread -o ' . escapeshellarg("$folder/blocked") . ' ' . escapeshellarg(__DIR__ . '/../attach/blocked.c')
	. ' 2>/dev/null && ' . escapeshellarg("$folder/blocked") . ' </dev/null', $said, $status);
live_clean($folder);
if ($status !== 0) die('skip no page can block its reader here');
?>
--FILE--
<?php
require __DIR__ . '/refuse.inc';
require __DIR__ . '/../live/live.inc';

putenv('ZEND_DONT_UNLOAD_MODULES');
$folder = live_folder(__FILE__, 0700);
exec('cc -pthread -o ' . escapeshellarg("$folder/blocked") . ' ' . escapeshellarg(__DIR__ . '/../attach/blocked.c')
	. ' 2>&1', $said, $status);
$process = proc_open(["$folder/blocked"], [['pipe', 'r'], ['pipe', 'w']], $pipes);
$pid = (int) substr(fgets($pipes[1]), strlen('ready '));
foreach ([getmypid(), $pid] as $subject) {
	echo end_refused(start_preloaded('left_behind.c', [],
		"XHProf\\Attachment::openAll([$subject], '$folder'); echo 'module ';", []));
}
array_map(fclose(...), $pipes);
proc_close($process);
live_clean($folder);
?>
--EXPECT--
module gone
module there
