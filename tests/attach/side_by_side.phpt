--TEST--
Processes are opened side by side: one that blocks its reader holds up no other
--EXTENSIONS--
xhprof
--SKIPIF--
<?php
require __DIR__ . '/../faults/refuse.inc';
skip_refuse();
require __DIR__ . '/skipif.inc';
$folder = live_folder(__FILE__, 0700);
exec('cc -pthread -o ' . escapeshellarg("$folder/blocked") . ' ' . escapeshellarg(__DIR__ . '/blocked.c')
	. ' 2>/dev/null && ' . escapeshellarg("$folder/blocked") . ' </dev/null', $said, $status);
live_clean($folder);
if ($status !== 0) die('skip no page can block its reader here');
?>
--FILE--
<?php
require __DIR__ . '/attach.inc';

$folder = live_folder(__FILE__, 0700);
exec('cc -pthread -o ' . escapeshellarg("$folder/blocked") . ' ' . escapeshellarg(__DIR__ . '/blocked.c') . ' 2>&1',
	$said, $status);
echo $status === 0 ? '' : implode("\n", $said) . "\n";
// Each of these two lets its reader go on once the other one has a reader.
$process = proc_open(["$folder/blocked", 'pair'], [['pipe', 'r'], ['pipe', 'w']], $pipes);
$pids = array_map(fn (): int => (int) substr(fgets($pipes[1]), strlen('ready ')), [0, 1]);
$child = attach_start('echo "1\n"; fgets(STDIN);');
fgets($child->out);
foreach (XHProf\Attachment::openAll([...$pids, $child->pid], $folder) as $pid => $opened) {
	echo is_array($opened) ? "$opened[reason]; the code is $opened[code]" : 'open', "\n";
}
try {
	XHProf\Attachment::openAll([$child->pid, 0], $folder);
} catch (ValueError $error) {
	echo $error->getMessage(), "\n";
}
var_dump(XHProf\Attachment::openAll([], $folder));
unset($opened);
attach_end($child);
array_map(fclose(...), $pipes);
proc_close($process);
live_clean($folder);
?>
--EXPECT--
it does not run PHP, or a PHP without exported symbols, as if linked statically; the code is 0
it does not run PHP, or a PHP without exported symbols, as if linked statically; the code is 0
open
XHProf\Attachment::openAll(): Argument #1 ($pids) must have numbers of processes
array(0) {
}
