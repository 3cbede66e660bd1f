--TEST--
Time in an instruction without calls belongs to its function and line, not to the next one called, whatever the system refuses, and however slow it is
--SKIPIF--
<?php
require __DIR__ . '/refuse.inc';
skip_refuse();
?>
--FILE--
<?php
require __DIR__ . '/refuse.inc';

/*
 * Nearly all CPU time is in one instruction, which compares arrays. What follows it may have the rest: on a busy
 * machine the helper gets no CPU in time, now and then, so that samples are late. A fault gave it 90 of 100.
 */
$script = '
	function equal(array $a, array $b): bool {
		$is_equal = $a == $b;
		$is_equal = $is_equal && innocent();
		return $is_equal;
	}
	function innocent(): int { return 1; }
	function plain(array $a, array $b): bool { return $a == $b; }

	[$a, $b] = [range(1, 50000), range(1, 50000)];
	for ($is_right = false, $end = hrtime(true) + 200e9; !$is_right && hrtime(true) < $end;) {
		xhprof_sample_enable(["interval" => 1000, "clock" => "cpu", "paths" => true]);
		for ($i = 0; $i < 300; $i++) {
			equal($a, $b);
			plain($a, $b);
			innocent();
		}
		$found = [];
		foreach (xhprof_sample_disable()["paths"] as $path) {
			$frame = end($path["frames"]);
			$name = $frame["function"] . ":" . ($frame["line"] ?? "");
			$found[$name] = ($found[$name] ?? 0) + $path["weight"];
		}
		$is_right = min($found["equal:3"] ?? 0, $found["plain:8"] ?? 0) > array_sum($found) / 4;
	}
	echo $is_right ? "right" : json_encode($found), "\n";
';
foreach (['', 'perf', 'perf timer_create', 'perf slow', 'perf timer_create slow'] as $calls) {
	echo "-- refused: $calls\n", refuse($calls, $script);
}
?>
--EXPECT--
-- refused: 
right
-- refused: perf
right
-- refused: perf timer_create
right
-- refused: perf slow
right
-- refused: perf timer_create slow
right
