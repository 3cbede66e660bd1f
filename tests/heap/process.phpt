--TEST--
The snapshot writer process is invisible to the program: no signal, child, zombie or open connection
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
need_copy();
?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';
require __DIR__ . '/heap.inc';

$signals = 0;
pcntl_async_signals(true);
pcntl_signal(SIGCHLD, function () use (&$signals) { $signals++; });
$file = sys_get_temp_dir() . '/xhprof-test-process-' . getmypid();
$ballast = [];
for ($i = 0; $i < 200000; $i++) {
	$ballast[] = [$i];
}
[$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);

$report = xhprof_heap_snapshot($file);
fclose($theirs);
// We see the end of the connection while the writer still writes.
$read = [$ours];
$none = null;
$ready = stream_select($read, $none, $none, 300);
echo 'end of the connection: ', $ready === 1 && fread($ours, 1) === '' ? 'seen' : 'not seen', "\n";
echo 'a child to wait for: ', pcntl_wait($status, WNOHANG), ' ', pcntl_strerror(pcntl_get_last_error()), "\n";
wait_until('the snapshot', fn () => is_file($file));
wait_until('its writer\'s end', fn () => !is_dir("/proc/{$report['pid']}"));
echo 'the process: ', is_dir("/proc/{$report['pid']}") ? 'still there' : 'gone', "\n";
$children = 0;
foreach (glob('/proc/[0-9]*/stat') as $stat) {
	$fields = explode(' ', preg_replace('/^.*\) /', '', (string) @file_get_contents($stat)));
	$children += ($fields[1] ?? '') === (string) getmypid();
}
echo "$children children, $signals signals\n";

// The program can still wait for its own children.
$report = xhprof_heap_snapshot($file, ['wait' => true]);
$child = pcntl_fork();
if ($child === 0) {
	posix_kill(getmypid(), SIGKILL);
}
echo pcntl_waitpid(-1, $status) === $child ? 'ours' : 'another', ', ',
	pcntl_wtermsig($status) === SIGKILL ? 'killed' : '?', "\n";
usleep(1000);
echo "$signals signals\n";
unlink($file);
?>
--EXPECTF--
end of the connection: seen
a child to wait for: -1 %rNo child process(es)?%r
the process: gone
0 children, 0 signals
ours, killed
1 signals
