--TEST--
A process whose memory blocks its reader, or is slow, is given up, and others are read meanwhile
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

const TAKES_LONGER = 'it has more to read than any PHP, or takes longer, as if it tried to keep its reader busy';

$folder = live_folder(__FILE__, 0700);
exec('cc -pthread -o ' . escapeshellarg("$folder/blocked") . ' ' . escapeshellarg(__DIR__ . '/blocked.c') . ' 2>&1',
	$said, $status);
echo $status === 0 ? '' : implode("\n", $said) . "\n";
$process = proc_open(["$folder/blocked"], [['pipe', 'r'], ['pipe', 'w']], $pipes);
echo strtok(fgets($pipes[1]), ' '), "\n";
try {
	XHProf\Attachment::open(proc_get_status($process)['pid'], $folder);
} catch (RuntimeException $error) {
	echo preg_replace('/\d+/', 'N', $error->getMessage()), "\n";
	var_dump($error->getCode() === XHProf\Attachment::BLOCKED);
}
$child = attach_start('echo "1\n"; fgets(STDIN);');
fgets($child->out);
[$attachment, $ring] = attach($child->pid, $folder);
echo attach_reading($attachment, $ring);
attach_end($child);
unset($attachment);
array_map(fclose(...), $pipes);
proc_close($process);

/*
 * Each of its pages comes, after a while: they are not all waited for. On a busy machine one may take longer than any
 * should.
 */
$process = proc_open(["$folder/blocked", 'slow'], [['pipe', 'r'], ['pipe', 'w']], $pipes);
echo strtok(fgets($pipes[1]), ' '), "\n";
try {
	XHProf\Attachment::open(proc_get_status($process)['pid'], $folder);
} catch (RuntimeException $error) {
	echo $error->getCode() === XHProf\Attachment::BLOCKED ? 'Could not attach to process N: ' . TAKES_LONGER
		: preg_replace('/\d+/', 'N', $error->getMessage()), "\n";
}
fclose($pipes[0]);
$answered = (int) fgets($pipes[1]);
echo $answered < 50 ? 'few of 100' : $answered, " were read\n";
fclose($pipes[1]);
proc_close($process);
live_clean($folder);
?>
--EXPECT--
ready
Could not attach to process N: it blocks its reader, as memory on a file system of its user may
bool(true)
  fgets
  eval  Command line code:1
ready
Could not attach to process N: it has more to read than any PHP, or takes longer, as if it tried to keep its reader busy
few of 100 were read
