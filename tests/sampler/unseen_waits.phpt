--TEST--
Beside busy programs, waits that no look saw are no samples of their own: the error says so
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
need_wall_by_signal();
if (!is_readable('/proc/self/schedstat')) {
	die('skip the kernel does not count waits for a CPU');
}
?>
--FILE--
<?php
/* As many programs as there are CPUs, and two, that never wait. */
$others = [];
for ($i = -1; $i <= substr_count(file_get_contents('/proc/cpuinfo'), "processor\t"); $i++) {
	$others[] = proc_open([PHP_BINARY, '-n', '-r', 'set_time_limit(60); for (;;);'], [], $pipes);
}

function tiny(): void { usleep(300); }
function work(): int { $x = 1; for ($i = 0; $i < 3000; $i++) { $x ^= $i; } return $x; }
xhprof_sample_enable(['interval' => 10000, 'engine' => 'signal', 'clock' => 'wall']);
for ($end = hrtime(true) + 3e9; hrtime(true) < $end;) {
	tiny();
	work();
}
$summary = xhprof_stop()->summary();
$weight = $summary['wall_ns'] / 1e7;
echo $summary['effective_samples'] < 0.9 * $weight ? 'fewer samples than intervals' : "$summary[effective_samples] of $weight", "\n";
array_map(proc_terminate(...), $others);
array_map(proc_close(...), $others);
?>
--EXPECT--
fewer samples than intervals
