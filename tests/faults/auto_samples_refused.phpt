--TEST--
Where the system refuses samples, a request of xhprof.auto_mode=both has its calls all the same, and the run says why
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
$script = 'function work($x) { return $x; } work(1); '
	. 'echo xhprof_info()["auto"]["profiled"] ? "profiled" : xhprof_info()["auto"]["reason"], "\n";';
foreach (['tree, sample', 'both', 'sample'] as $mode) {
	echo "-- $mode\n", refuse('perf timer_create pthread_create', $script, auto_settings("$folder/runs",
		"xhprof.auto_mode=\"$mode\"", 'xhprof.auto_formats=json', "error_log=$folder/log", 'log_errors=1'));
	echo preg_replace('/^\[.*?\] /m', 'log: ', (string) @file_get_contents("$folder/log"));
	@unlink("$folder/log");
	foreach (runs("$folder/runs") as $run) {
		$own = $run->meta()['xhprof'];
		echo $run->summary()['mode'], ', ', isset($run->pairs()['main()==>work']) ? 'with' : 'WITHOUT', ' the call, ',
			$run->sampled() === null ? 'no samples' : 'SAMPLES', ': ', $own['samples_refused'] ?? 'NOT SAID', "\n";
	}
	forget("$folder/runs");
}
?>
--CLEAN--
<?php
require __DIR__ . '/../request/trigger/auto.inc';
remove(__DIR__ . '/auto_samples_refused.tmp');
?>
--EXPECT--
-- tree, sample
profiled
log: xhprof: no samples in the run of this request: the system refused a thread, which sampling needs
tree, with the call, no samples: the system refused a thread, which sampling needs
-- both
profiled
log: xhprof: no samples in the run of this request: the system refused a thread, which sampling needs
tree, with the call, no samples: the system refused a thread, which sampling needs
-- sample
the system refused a thread, which sampling needs
log: xhprof: no run of this request: the system refused a thread, which sampling needs
