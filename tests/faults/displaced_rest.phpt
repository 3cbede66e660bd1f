--TEST--
Where only safe points take samples, all time of a run is displaced, also what passed behind its last sample
--SKIPIF--
<?php
require __DIR__ . '/refuse.inc';
skip_refuse();
?>
--FILE--
<?php
require __DIR__ . '/refuse.inc';

/* Each run ends at another part of an interval, so that some have intervals left for their last sample. */
$script = '
	function short(): int { return 1; }

	for ($run = 1, $seen = 0; $seen < 20; $run++) {
		xhprof_sample_enable(["interval" => 1000, "clock" => "cpu", "paths" => true]);
		for ($i = 0; $i < 20000 * $run; $i++) {
			short();
		}
		$taken = xhprof_sample_disable();
		$seen += (int) ($taken["displaced"] > 0); // a run of which the helper saw nothing has no sample at all
		if ($taken["displaced"] > 0 && $taken["displaced"] !== $taken["weight"]) {
			echo "$taken[displaced] of $taken[weight] are displaced\n";
		}
	}
	echo "done\n";
';
echo refuse('perf timer_create yama', $script);
?>
--EXPECT--
done
