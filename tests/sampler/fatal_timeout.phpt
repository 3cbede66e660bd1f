--TEST--
max_execution_time is respected while sampling
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--INI--
fatal_error_backtraces=0
--FILE--
<?php
require __DIR__ . '/sample.inc';

/* The time is limited once there are samples: nearly all of them are of the loop. */
function spin()
{
	while (samples_so_far() < 20) {
		for ($i = 0; $i < 100000; $i++);
	}
	set_time_limit(1);
	while (true);
}

register_shutdown_function(function () {
	echo preg_grep('/^main\(\)==>spin$/', xhprof_sample_disable()) === [] ? "none\n" : "sampled\n";
	echo still_armed(), "\n";
});
xhprof_sample_enable(['interval' => 1000]);
spin();
?>
--EXPECTF--
Fatal error: Maximum execution time of 1 second exceeded in %s on line %d
sampled
nothing
