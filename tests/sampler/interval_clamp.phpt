--TEST--
An interval out of bounds is clamped with one warning
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
foreach (['0', '1', '-5', 'often', '99', '100', '1000000000', '1000000001', '9223372036854775807'] as $interval) {
	echo "ini $interval:";
	@ini_set('xhprof.sampling_interval', $interval);
	xhprof_sample_enable();
	echo ' ', is_array(xhprof_sample_disable()) ? 'array' : 'none';
	echo ' ', xhprof_info()['sampling']['interval'], "\n";
}
foreach ([0, 100, PHP_INT_MIN] as $interval) {
	echo "option $interval:";
	xhprof_sample_enable(['interval' => $interval]);
	xhprof_sample_disable();
	echo ' ', xhprof_info()['sampling']['interval'], "\n";
}
?>
--EXPECTF--
ini 0:
Warning: xhprof_sample_enable(): the interval must be between 100 and 1000000000 microseconds; using 100 in %s on line %d
 array 100
ini 1:
Warning: xhprof_sample_enable(): the interval must be between 100 and 1000000000 microseconds; using 100 in %s on line %d
 array 100
ini -5:
Warning: xhprof_sample_enable(): the interval must be between 100 and 1000000000 microseconds; using 100 in %s on line %d
 array 100
ini often:
Warning: xhprof_sample_enable(): the interval must be between 100 and 1000000000 microseconds; using 100 in %s on line %d
 array 100
ini 99:
Warning: xhprof_sample_enable(): the interval must be between 100 and 1000000000 microseconds; using 100 in %s on line %d
 array 100
ini 100: array 100
ini 1000000000: array 1000000000
ini 1000000001:
Warning: xhprof_sample_enable(): the interval must be between 100 and 1000000000 microseconds; using 1000000000 in %s on line %d
 array 1000000000
ini 9223372036854775807:
Warning: xhprof_sample_enable(): the interval must be between 100 and 1000000000 microseconds; using 1000000000 in %s on line %d
 array 1000000000
option 0:
Warning: xhprof_sample_enable(): the interval must be between 100 and 1000000000 microseconds; using 100 in %s on line %d
 100
option 100: 100
option -9223372036854775808:
Warning: xhprof_sample_enable(): the interval must be between 100 and 1000000000 microseconds; using 100 in %s on line %d
 100
