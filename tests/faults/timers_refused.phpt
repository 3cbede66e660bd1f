--TEST--
Samples are taken by the next best source when one is refused, which says why, and a warning says so when all are
--SKIPIF--
<?php
require __DIR__ . '/refuse.inc';
skip_refuse();
if (!isset(xhprof_info()['sampling']) && PHP_OS_FAMILY !== 'Linux') die('skip samples on Linux');
?>
--FILE--
<?php
require __DIR__ . '/refuse.inc';

$script = '
	const BLOCKED = "the program handles, ignores or blocks SIGURG";
	foreach (["auto", "signal"] as $engine) {
		xhprof_sample_enable(["interval" => 1000, "engine" => $engine]);
		/* One sample may have been early: the end takes it back. Until a signal has come, as where the machine is
		 * busy, looks take them. */
		do {
			["running" => $isRunning, "sampling" => $sampling] = xhprof_info() + ["sampling" => null];
		} while ($isRunning && ($sampling["samples"] < 5 || $sampling["reason"] === BLOCKED));
		$samples = xhprof_sample_disable();
		$sampling = xhprof_info()["sampling"] ?? null;
		echo $samples === null ? "no samples" : ($samples === [] ? "empty" : "samples"), " ",
			$sampling["engine"] ?? "-", " ", $sampling["source"] ?? "-", ": ", $sampling["reason"] ?? "-", "\n";
	}
';
foreach (['', 'perf', 'perf timer_create', 'perf timer_create pthread_create'] as $calls) {
	echo "-- refused: $calls\n", refuse($calls, $script);
}
?>
--EXPECTF--
-- refused: 
samples signal %r(perf: the first choice where the system permits it|timer: (a signal of perf costs too much for this interval|perf does not see the kernel, where much time is|the system does not permit perf))%r
samples signal %r(perf: the first choice where the system permits it|timer: (perf does not see the kernel, where much time is|the system does not permit perf))%r
-- refused: perf
samples signal timer: the system does not permit perf
samples signal timer: the system does not permit perf
-- refused: perf timer_create
samples interrupt interrupt: the system permits neither perf nor timers

Warning: xhprof_sample_enable(): sampling is off: the system permits neither perf nor timers in Command line code on line %d
no samples - -: -
-- refused: perf timer_create pthread_create

Warning: xhprof_sample_enable(): sampling is off: the system refused a thread, which sampling needs in Command line code on line %d
no samples - -: -

Warning: xhprof_sample_enable(): sampling is off: the system permits neither perf nor timers in Command line code on line %d
no samples - -: -
