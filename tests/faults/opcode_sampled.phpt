--TEST--
Time in an instruction without calls belongs to its function and line, not to the next one called, whatever the system refuses
--SKIPIF--
<?php
require __DIR__ . '/refuse.inc';
skip_refuse();
?>
--FILE--
<?php
require __DIR__ . '/refuse.inc';

/* Nearly all CPU time is in one instruction, which compares arrays. If it was another's, so many samples would not come in that time. */
$script = '
	function equal(array $a, array $b): bool {
		$is_equal = $a == $b;
		$is_equal = $is_equal && innocent();
		return $is_equal;
	}
	function innocent(): int { return 1; }
	function plain(array $a, array $b): bool { return $a == $b; }

	[$a, $b] = [range(1, 50000), range(1, 50000)];
	xhprof_sample_enable(["interval" => 1000, "clock" => "cpu", "paths" => true]);
	/* A busy machine gives the helper no CPU in time: then samples are late, and of what runs next. */
	$found = [];
	for ($end = hrtime(true) + 200e9; min($found["equal:3"] ?? 0, $found["plain:8"] ?? 0) < 30 && hrtime(true) < $end;) {
		xhprof_sample_enable(["interval" => 1000, "clock" => "cpu", "paths" => true]);
		for ($i = 0; $i < 300; $i++) {
			equal($a, $b);
			plain($a, $b);
			innocent();
		}
		foreach (xhprof_sample_disable()["paths"] as $path) {
			$frame = end($path["frames"]);
			$name = $frame["function"] . ":" . ($frame["line"] ?? "");
			$found[$name] = ($found[$name] ?? 0) + $path["weight"];
		}
	}
	echo min($found["equal:3"] ?? 0, $found["plain:8"] ?? 0) < 30 ? json_encode($found) : "right", "\n";
';
foreach (['', 'perf', 'perf timer_create'] as $calls) {
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
