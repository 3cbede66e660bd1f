--TEST--
The thread that reads processes from outside has the shortest slice there is, and wakes at its time where the process has its CPU; the command has its own as before
--EXTENSIONS--
xhprof
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
if (!str_contains((string) @file_get_contents('/proc/self/sched'), 'se.slice')) {
	die('skip this kernel shows no slices');
}
?>
--FILE--
<?php
require __DIR__ . '/attach.inc';

// Says the slices of all threads of this process, once there is another one.
$watch = 'function slices(int $pid): array
{
	$slices = [];
	foreach (glob("/proc/$pid/task/*/sched") as $file) {
		if (preg_match("/^se\.slice\s+:\s+(\d+)$/m", (string) @file_get_contents($file), $match)) {
			$slices[basename(dirname($file))] = (int) $match[1];
		}
	}
	return $slices;
}
$pid = (int) $argv[1];
echo json_encode(slices($pid)), "\n";
fgets(STDIN);
while (count($slices = slices($pid)) < 2 || !in_array(100000, $slices, true)) {
	if (hrtime(true) > ($end ??= hrtime(true) + 180_000_000_000)) {
		break;
	}
}
echo json_encode($slices), "\n";
fgets(STDIN);';

$folder = live_folder(__FILE__, 0700);
$child = attach_start($watch, [(string) getmypid()]);
$before = json_decode(fgets($child->out), true);
[$attachment, $ring] = attach($child->pid, $folder);
fwrite($child->in, "\n");
stream_set_blocking($child->out, false);
while (($line = fgets($child->out)) === false) {
	XHProf\Attachment::run([$attachment], 50);
}
$during = json_decode($line, true);
var_dump(count($before), array_values(array_diff_key($during, $before)),
	array_intersect_key($during, $before) === $before);
attach_end($child);
unset($attachment);
live_clean($folder);
?>
--EXPECT--
int(1)
array(1) {
  [0]=>
  int(100000)
}
bool(true)
