--TEST--
Time in an instruction without calls belongs to its function, not to the next one called, whatever the system refuses
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
	function equal(array $a, array $b): bool { return $a == $b; }
	function innocent(): int { return 1; }

	[$a, $b] = [range(1, 50000), range(1, 50000)];
	xhprof_sample_enable(["interval" => 1000, "clock" => "cpu", "paths" => true]);
	do {
		for ($i = 0; $i < 100; $i++) {
			equal($a, $b);
			innocent();
		}
	} while (xhprof_info()["sampling"]["weight"] < 100);
	$found = ["equal" => 0, "innocent" => 0];
	foreach (xhprof_sample_disable()["paths"] as $path) {
		$name = end($path["frames"])["function"];
		$found[$name] = ($found[$name] ?? 0) + $path["weight"];
	}
	echo $found["equal"] > 10 * $found["innocent"] ? "of the one that compares" : json_encode($found), "\n";
';
foreach (['', 'perf'] as $calls) {
	echo "-- refused: $calls\n", refuse($calls, $script);
}
?>
--EXPECT--
-- refused: 
of the one that compares
-- refused: perf
of the one that compares
