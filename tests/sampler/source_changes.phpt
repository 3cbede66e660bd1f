--TEST--
Where the kernel has most of the time, or a thread sleeps so often that perf is expensive, the timer takes samples
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
require_once __DIR__ . '/sample.inc';
need_wall_by_signal();
?>
--FILE--
<?php
require __DIR__ . '/sample.inc';

/* How often other programs took the CPU from this thread. */
function preemptions(): int
{
	return preg_match('/^nonvoluntary_ctxt_switches:\s+(\d+)$/m', file_get_contents('/proc/thread-self/status'),
		$found) === 1 ? (int) $found[1] : 0;
}

/*
 * The program goes on until the source is that one. One that never had perf has no reason to change, and one that loses
 * its CPU more often than perf would tick keeps what it has.
 */
function until(string $reason, string $source, array $options, callable $work): string
{
	xhprof_sample_enable($options);
	$has_perf = xhprof_info()['sampling']['source'] === 'perf';
	[$preemptions, $cpu] = [preemptions(), cpu_seconds()];
	$is_so = $is_disturbed = false;
	foreach (tries() as $try) {
		$work();
		$sampling = xhprof_info()['sampling'];
		/* In between there is no signal: the thread starts the other one itself. */
		$is_so = $sampling['reason'] === $reason && $sampling['source'] === $source;
		$is_disturbed = preemptions() - $preemptions > 100 + 200 * (cpu_seconds() - $cpu);
		if (!$has_perf || $is_so || $is_disturbed) {
			break;
		}
		if ($sampling['source'] === $source) { // for the other reason, beside other programs: a run does not go back
			xhprof_sample_disable();
			xhprof_sample_enable($options);
		}
	}
	xhprof_sample_disable();
	return !$has_perf || $is_so || $is_disturbed ? "so, by $source" : json_encode($sampling);
}

$zeros = fopen('/dev/zero', 'r');
stream_set_read_buffer($zeros, 0);
foreach (['wall', 'cpu'] as $clock) {
	echo $clock, ', in the kernel: ', until('perf does not see the kernel, where much time is', 'timer',
		['clock' => $clock, 'interval' => 1000], function () use ($zeros) {
			for ($i = 0; $i < 20; $i++) fread($zeros, 1 << 20);
		}), "\n";
}
/* At this interval it takes long until ticks are missing. */
echo 'asleep: ', until('the thread sleeps too often for perf', 'timer', ['clock' => 'wall', 'interval' => 100000],
	function () { for ($i = 0; $i < 200; $i++) usleep(20); }), "\n";
?>
--EXPECT--
wall, in the kernel: so, by timer
cpu, in the kernel: so, by timer
asleep: so, by timer
