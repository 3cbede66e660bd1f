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
	/* Each time, but where other programs let the machine tick seldom. */
	for ($end = hrtime(true) + 300e9, $part = 1; hrtime(true) < $end && $part >= 0.1;) {
		xhprof_sample_enable(["interval" => 1000, "engine" => "signal", "clock" => "cpu"]);
		for ($i = 0; $i < 200; $i++) {
			work();
			rest();
		}
		$source = xhprof_info()["sampling"]["source"];
		$profile = xhprof_stop();
		$part = ($profile->functions()["rest"]["cpu_ns"] ?? 0) / $profile->summary()["cpu_ns"];
	}
	echo $source, ": ", $part < 0.1 ? "little" : sprintf("%.2f", $part), " in the sleep\n";
');
?>
--EXPECT--
timer: little in the sleep
