--TEST--
Where the program blocks SIGURG before it is sampled, its samples name the helper thread that took them, and why
--EXTENSIONS--
pcntl
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
need_wall_by_signal();
?>
--FILE--
<?php
/* CPU time of this process. */
function cpu_s(): float
{
	$usage = getrusage();

	return $usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']
		+ 1e-6 * ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']);
}

pcntl_sigprocmask(SIG_BLOCK, [SIGURG]);
xhprof_sample_enable(['interval' => 1000, 'clock' => 'cpu']);
/* First it may look as if all of the time were in the kernel, where perf does not see it. */
for ($end = cpu_s() + 60; cpu_s() < $end && !str_contains(xhprof_info()['sampling']['reason'], 'SIGURG'););
echo xhprof_info()['sampling']['source'], ': ', xhprof_info()['sampling']['reason'], "\n";
echo xhprof_stop()->summary()['sampled'], "\n";
?>
--EXPECT--
interrupt: the program handles, ignores or blocks SIGURG
sampled by a helper thread: the program handles, ignores or blocks SIGURG
