--TEST--
Samples stand for the time that went by, and no more, if the thread is interrupted between the reads of two clocks
--SKIPIF--
<?php
require __DIR__ . '/refuse.inc';
skip_refuse();
?>
--FILE--
<?php
require __DIR__ . '/refuse.inc';

foreach (['wall', 'cpu'] as $clock) {
	echo refuse('interrupt', '
		$options = ["interval" => 1000, "clock" => "' . $clock . '"];
		for ($run = 0; $run < 5; $run++) {
			putenv("INTERRUPT");
			xhprof_sample_enable($options);
			while (xhprof_info()["sampling"]["samples"] < 3) {
			}
			putenv("INTERRUPT=1");
			$profile = xhprof_stop();
			$us = xhprof_info()["sampling"]["duration"] + 1;
			$moments = json_decode($profile->export("json"), true)["moments"]["at_ns"];
			$sum = $profile->summary()["wall_ns"];
			if (max($moments) > 1000 * $us || $sum > 1000 * $us) {
				echo "' . $clock . ': the last moment is at ", max($moments), ", the sum is $sum ns, of $us us\n";
			}
		}
	');
}
?>
Done
--EXPECT--
Done
