--TEST--
Where only the timer ticks, CPU time is that of the function that computes, not of the sleep behind it
--SKIPIF--
<?php
require __DIR__ . '/refuse.inc';
skip_refuse();
?>
--FILE--
<?php
require __DIR__ . '/refuse.inc';

echo refuse('perf', '
	function work(): int { $x = 1; for ($i = 0; $i < 300000; $i++) { $x = ($x * 31 + $i) & 0xffff; } return $x; }
	function rest(): void { usleep(6000); }
	/* How much of it each has is for bench/sample.php --limits. */
	for ($end = hrtime(true) + 200e9, $work_ns = 0; hrtime(true) < $end && $work_ns < 100e6;) {
		xhprof_sample_enable(["interval" => 1000, "engine" => "signal", "clock" => "cpu"]);
		for ($i = 0; $i < 50; $i++) {
			work();
			rest();
		}
		$source = xhprof_info()["sampling"]["source"];
		$profile = xhprof_stop();
		$functions = $profile->functions();
		$work_ns += $functions["work"]["cpu_ns"] ?? 0;
		$is_whole = ($is_whole ?? true) && array_sum(array_column($functions, "own_cpu_ns")) === $profile->summary()["cpu_ns"];
	}
	echo $source, ": ", $work_ns < 100e6 ? $work_ns : "in the work", $is_whole ? ", whole" : "", "\n";
');
?>
--EXPECT--
timer: in the work, whole
