--TEST--
The names of waits are bounded: after 16 sessions the next ones have one name
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
need_wall_by_signal();
if (!is_readable('/proc/self/syscall')) die('skip needs /proc/self/syscall');
?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

$folder = sys_get_temp_dir() . '/xhprof-wait_sessions-' . getmypid();
mkdir($folder);
$names = array_map(fn (int $i): string => "$folder/sess_" . str_pad((string) $i, 4, '0', STR_PAD_LEFT) . 'secret',
	range(1, 40));
array_map(touch(...), $names);
[$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
/* Another process has all of the locks, and drops one after the other. */
function drop_slowly(array $names, $theirs, int $factor): never
{
	$files = array_map(fn (string $name) => fopen($name, 'r+'), $names);
	foreach ($files as $file) {
		flock($file, LOCK_EX);
	}
	fwrite($theirs, 'x');
	foreach ($files as $file) {
		usleep(50000 * $factor);
		flock($file, LOCK_UN);
	}
	posix_kill(getmypid(), SIGKILL);
}

foreach (tries() as $factor) {
	if (pcntl_fork() === 0) {
		drop_slowly($names, $theirs, $factor);
	}
	fread($ours, 1);
	xhprof_sample_enable(['interval' => 1000, 'engine' => 'signal']);
	foreach ($names as $name) {
		flock(fopen($name, 'r+'), LOCK_EX);
	}
	$found = preg_grep('/^\{flock/', array_keys(xhprof_stop()->functions()));
	$one = preg_grep('/^\{flock sess_\d{4}…\}$/', $found);
	pcntl_wait($status);
	if (count($found) > 16) {
		break;
	}
}
var_dump(count($one), array_values(array_diff($found, $one)));
array_map(unlink(...), $names);
rmdir($folder);
?>
--EXPECT--
int(16)
array(1) {
  [0]=>
  string(14) "{flock sess_*}"
}
