--TEST--
The weight of all samples is the time that went by, divided by the interval
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; need_wall_by_signal(); ?>
--FILE--
<?php
/* A busy machine may sleep longer: then the weight is that of the longer time. */
foreach (['signal', 'interrupt'] as $engine) {
	$wrong = [];
	for ($i = 0; $i < 12; $i++) {
		xhprof_sample_enable(['interval' => 20000, 'engine' => $engine, 'paths' => true]);
		usleep(40000);
		$result = xhprof_sample_disable();
		$intervals = $result['duration'] / $result['interval'];
		if (abs($result['weight'] - $intervals) >= 1) {
			$wrong[] = "weight $result[weight] in $intervals";
		}
		if ($result['weight'] !== array_sum(array_column($result['paths'], 'weight'))) {
			$wrong[] = 'the weight of paths differs';
		}
	}
	echo $engine, ': ', $wrong === [] ? 'all' : implode(', ', $wrong), "\n";
}
?>
--EXPECT--
signal: all
interrupt: all
