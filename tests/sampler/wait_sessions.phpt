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
$folder = sys_get_temp_dir() . '/xhprof-wait_sessions-' . getmypid();
mkdir($folder);
$names = array_map(fn (int $i): string => "$folder/sess_" . str_pad((string) $i, 4, '0', STR_PAD_LEFT) . 'secret', range(1, 40));
array_map(touch(...), $names);
[$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
if (pcntl_fork() === 0) {
	$files = array_map(fn (string $name) => fopen($name, 'r+'), $names);
	foreach ($files as $file) {
		flock($file, LOCK_EX);
	}
	fwrite($theirs, 'x');
	foreach ($files as $file) {
		time_nanosleep(0, 50000000);
		flock($file, LOCK_UN);
	}
	posix_kill(getmypid(), SIGKILL);
}
fread($ours, 1);
xhprof_sample_enable(['interval' => 1000, 'engine' => 'signal']);
foreach ($names as $name) {
	flock(fopen($name, 'r+'), LOCK_EX);
}
$found = preg_grep('/^\{flock/', array_keys(xhprof_stop()->functions()));
$one = preg_grep('/^\{flock sess_\d{4}…\}$/', $found);
var_dump(count($one), array_values(array_diff($found, $one)));
pcntl_wait($status);
array_map(unlink(...), $names);
rmdir($folder);
?>
--EXPECT--
int(16)
array(1) {
  [0]=>
  string(14) "{flock sess_*}"
}
