--TEST--
Under a seccomp filter that kills for one unusual system call, each way to profile lets the program end by itself, and each run is saved
--SKIPIF--
<?php
require __DIR__ . '/refuse.inc';
require __DIR__ . '/../live/skipif.inc';
skip_refuse();
?>
--FILE--
<?php
require __DIR__ . '/refuse.inc';
require __DIR__ . '/../live/live.inc';
require_once __DIR__ . '/../request/trigger/auto.inc';

const CALLS = ['process_vm_readv', 'timer_create', 'timer_settime', 'timer_delete', 'sched_setattr', 'sched_getattr',
	'sched_getaffinity', 'sched_setaffinity', 'getcpu', 'statx', 'close_range', 'memfd_create', 'pidfd_open',
	'pidfd_getfd', 'pwritev', 'perf_event_open', 'perf_event_open timer_create', 'process_vm_readv timer_create'];
const SCRIPT = '
	function work($x) { return strrev((string) $x); }
	for ($end = microtime(true) + 0.03, $i = 0; microtime(true) < $end; $i++) {
		work($i);
	}
	usleep(20000);
	echo "end";
';

$folder = fresh_folder(__FILE__);
mkdir("$folder/live");
$run = fn (string $calls, array $settings) =>
	end_refused(start_preloaded('filter.c', ['KILL' => $calls], SCRIPT, $settings));
foreach (CALLS as $calls) {
	$output = $run($calls, live_settings("$folder/live", 'xhprof.live_interval=10ms'));
	echo $output === 'end' ? '' : "$calls, live: $output\n";
	foreach (['sample', 'tree', 'tree, sample', 'timeline', 'alloc'] as $mode) {
		mkdir("$folder/runs");
		$output = $run($calls, auto_settings("$folder/runs", "xhprof.auto_mode=\"$mode\"", 'error_log=/dev/null'));
		$count = count(runs("$folder/runs"));
		echo $output === 'end' && $count === 1 ? '' : "$calls, $mode: $count runs: $output\n";
		remove("$folder/runs");
	}
}

/* Samples that nothing can take in another way are refused, with the reason. */
echo end_refused(start_preloaded('filter.c', ['KILL' => 'process_vm_readv perf_event_open timer_create'], '
	xhprof_sample_enable(["interval" => 1000, "engine" => "signal"]);
', []));
?>
--CLEAN--
<?php
require __DIR__ . '/../request/trigger/auto.inc';
remove(__DIR__ . '/filter_kills_each.tmp');
?>
--EXPECTF--

Warning: xhprof_sample_enable(): sampling is off: the system refused to read memory that may be gone in %s on line %d
