--TEST--
A run of xhprof.auto says by what its samples were taken, and why
--SKIPIF--
<?php
require __DIR__ . '/refuse.inc';
skip_refuse();
if (PHP_OS_FAMILY !== 'Linux') die('skip samples on Linux');
if (getenv('XHPROF_TEST_TREE')) die('skip asks for hier mode as well');
?>
--FILE--
<?php
require __DIR__ . '/refuse.inc';
require __DIR__ . '/../request/trigger/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
foreach (['sample', 'both', 'hier'] as $mode) {
	echo "-- $mode\n", refuse('perf timer_create', 'echo xhprof_info()["auto"]["profiled"] ? "" : "NO RUN\n";',
		auto_settings("$folder/runs", "xhprof.auto_mode=$mode", 'xhprof.auto_formats=json'));
	foreach (runs("$folder/runs") as $run) {
		$summary = $run->summary();
		echo implode(' ', array_keys($summary['sources'] ?? ['nothing' => 0])), ': ', $summary['sampled'] ?? '', "\n";
	}
	forget("$folder/runs");
}
?>
--CLEAN--
<?php
require __DIR__ . '/../request/trigger/auto.inc';
remove(__DIR__ . '/auto_samples_why.tmp');
?>
--EXPECT--
-- sample
interrupt: sampled by a helper thread: the system permits neither perf nor timers
-- both
interrupt: sampled by a helper thread: the system permits neither perf nor timers
-- hier
nothing: 
