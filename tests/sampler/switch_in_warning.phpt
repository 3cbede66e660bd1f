--TEST--
An error handler that throws or starts a run during sampling's warning leaves nothing else started
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
function running(): string { return xhprof_info()['running'] ? 'running' : 'not running'; }
function descriptors(): int { return is_dir('/proc/self/fd') ? count(scandir('/proc/self/fd')) : 0; }

set_error_handler(function ($level, $text) { throw new Exception($text); });
try {
	xhprof_sample_enable(['interval' => 1]);
} catch (Exception $error) {
	echo $error->getMessage(), ': ', running(), "\n";
}
ini_set('xhprof.sampling_interval', '1000');

/* One of the other kind: one call ends it. */
set_error_handler(function () { xhprof_enable(); return true; });
xhprof_sample_enable(['interval' => 1]);
echo running(), ', ', isset(xhprof_disable()['main()']) ? 'pairs' : 'no pairs', ', ', running(), "\n";

/* One of the same kind. */
set_error_handler(function () { xhprof_sample_enable(['interval' => 5000]); return true; });
for ($i = 0; $i < 5; $i++) {
	$before ??= descriptors();
	xhprof_sample_enable(['interval' => 1]);
	echo running(), ' each ', xhprof_info()['sampling']['interval'], ', ',
		is_array(xhprof_sample_disable()) ? 'samples' : 'none', ', ', running(), "\n";
}
echo descriptors() - $before, " descriptors more\n";
?>
--EXPECT--
xhprof_sample_enable(): the interval must be between 100 and 1000000000 microseconds; using 100: not running
running, pairs, not running
running each 5000, samples, not running
running each 5000, samples, not running
running each 5000, samples, not running
running each 5000, samples, not running
running each 5000, samples, not running
0 descriptors more
