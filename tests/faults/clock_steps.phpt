--TEST--
A time of day that jumps by hours changes no cost, and of a sample only its label
--SKIPIF--
<?php
require __DIR__ . '/refuse.inc';
skip_refuse();
?>
--FILE--
<?php
require __DIR__ . '/refuse.inc';

echo refuse('clock', '
	function leaf($x) { return md5($x); }
	xhprof_enable(XHPROF_FLAGS_CPU | XHPROF_FLAGS_TREE);
	for ($i = 0; $i < 1000; $i++) leaf("x");
	$run = xhprof_stop();
	$sum = $run->summary();
	var_dump($sum["wall_ns"] > 0 && $sum["wall_ns"] < 60e9, $sum["cpu_ns"] >= 0 && $sum["cpu_ns"] < 60e9);
	foreach ($run->pairs() as $key => $row) {
		if ($row["wt"] < 0 || $row["wt"] > 60e6 || $row["cpu"] < 0 || $row["cpu"] > 60e6) echo "$key: $row[wt]\n";
	}
	/* One sample may have been early: the end takes it back. */
	foreach (["wall", "cpu"] as $clock) {
		xhprof_sample_enable(["interval" => 1000, "clock" => $clock]);
		while (xhprof_info()["sampling"]["samples"] < 5) {
		}
		$samples = xhprof_sample_disable();
		var_dump(count($samples) > 0 && count($samples) < 100000);
	}
	for ($run = 0, $late = 0; $run < 10; $run++) {
		xhprof_sample_enable(["interval" => 1000]);
		while (xhprof_info()["sampling"]["samples"] < 5) {
		}
		$moments = json_decode(xhprof_stop()->export("json"), true)["moments"]["at_ns"];
		$late += max($moments) > 1000 * (xhprof_info()["sampling"]["duration"] + 1) ? 1 : 0;
	}
	echo "$late late\n";
');
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
0 late
