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
 * Nearly all CPU time is in one instruction, which compares arrays. A fault gave 90 of 100 samples to the function that
 * is called next. Where the helper gets no CPU in time, a safe point places the sample there, and counts it as
 * displaced; a run without any sample has all of its time in main(). Neither says anything here. The rest is added up
 * over the runs, since one of them may have two or three samples. bench/sample.php --limits measures the shares.
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
	$found = ["equal:3" => 0, "plain:8" => 0, "innocent:7" => 0];
	for ($is_right = false, $end = hrtime(true) + 200e9; !$is_right && hrtime(true) < $end;) {
		xhprof_sample_enable(["interval" => 1000, "clock" => "cpu", "paths" => true]);
		for ($i = 0; $i < 300; $i++) {
			equal($a, $b);
			plain($a, $b);
			innocent();
		}
		$taken = xhprof_sample_disable();
		$found["innocent:7"] -= $taken["displaced"];
		foreach ($taken["paths"] as $path) {
			$frame = end($path["frames"]);
			$name = $frame["function"] . ":" . ($frame["line"] ?? "");
			$found[$name] = ($found[$name] ?? 0) + $path["weight"];
		}
		$is_right = min($found["equal:3"], $found["plain:8"])
			> ($found["equal:3"] + $found["plain:8"] + max(0, $found["innocent:7"])) / 4;
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
