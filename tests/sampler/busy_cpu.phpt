--TEST--
Where other programs take the CPU, the wait for it is not a sleep's
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
require __DIR__ . '/sample.inc';

/* As many programs as there are CPUs, and one, that never wait. */
$others = [];
for ($i = 0; $i <= substr_count(file_get_contents('/proc/cpuinfo'), "processor\t"); $i++) {
	$others[] = proc_open([PHP_BINARY, '-n', '-r', 'for (;;);'], [], $pipes);
}

function work() { return array_sum(range(1, 20000)); }
/* Where nothing can look into the thread, safe points alone account for what it waits. */
foreach (['auto', 'interrupt'] as $engine) {
	foreach (tries() as $try) {
		xhprof_sample_enable(['interval' => 1000, 'engine' => $engine, 'clock' => 'wall']);
		burn(0.3, work(...));
		$began = hrtime(true);
		time_nanosleep(0, 50000000);
		$slept = (hrtime(true) - $began) / 1e6;
		burn(0.01, work(...));
		$leaves = array_map(fn(string $stack) => preg_replace('/^.*==>|@\d+$/s', '', $stack), xhprof_sample_disable());
		$counted = count(array_keys($leaves, 'time_nanosleep', true));
		if ($counted > 0) {
			break;
		}
	}
	echo $engine, ': ', $counted > 0 && $counted < 1.5 * $slept + 10 ? 'as it slept' : "$counted ms for $slept", "\n";
}
array_map(proc_terminate(...), $others);
array_map(proc_close(...), $others);
?>
--EXPECT--
auto: as it slept
interrupt: as it slept
