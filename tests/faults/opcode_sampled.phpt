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

/* Nearly all CPU time is in one instruction, which compares arrays. */
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
	do {
		for ($i = 0; $i < 100; $i++) {
			equal($a, $b);
			plain($a, $b);
			innocent();
		}
		$state = xhprof_info()["sampling"];
	} while ($state["weight"] - $state["displaced"] < 100);
	$found = [];
	$result = xhprof_sample_disable();
	foreach ($result["paths"] as $path) {
		$frame = end($path["frames"]);
		$name = $frame["function"] . ":" . ($frame["line"] ?? "");
		$found[$name] = ($found[$name] ?? 0) + $path["weight"];
	}
	[$lines, $plain] = [$found["equal:3"] ?? 0, $found["plain:8"] ?? 0];
	$weight = $result["weight"] - $result["displaced"];
	$is_right = min($lines, $plain) > 0.1 * $weight && $lines + $plain > 0.8 * $weight;
	echo $is_right ? "right" : json_encode($found), "\n";
';
foreach (['', 'perf', 'perf timer_create'] as $calls) {
	foreach (tries() as $_) { // a busy machine gives the helper no CPU in time: then samples say that they may be late
		$output = refuse($calls, $script);
		if ($output === "right\n") {
			break;
		}
	}
	echo "-- refused: $calls\n", $output;
}
?>
--EXPECT--
-- refused: 
right
-- refused: perf
right
-- refused: perf timer_create
right
