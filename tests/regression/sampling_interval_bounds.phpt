--TEST--
No sampling interval or depth crashes
--SKIPIF--
<?php if (!function_exists('xhprof_sample_enable')) die('skip no sampling here'); ?>
--FILE--
<?php
function f($n) { return $n > 0 ? 1 + f($n - 1) : 0; }

foreach (['0', '-5', '100000'] as $interval) {
	foreach (['0', '-1', '1', '2147483647'] as $depth) {
		ini_set('xhprof.sampling_interval', $interval);
		ini_set('xhprof.sampling_depth', $depth);
		@xhprof_sample_enable(); // warns of the interval
		f(1000);
		var_dump(is_array(xhprof_sample_disable()));
	}
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
