--TEST--
Made-up releases without a change raise no alarm, and a planted change of 3 % is found
--SKIPIF--
<?php
require __DIR__ . '/../../format/tools.inc';
if (!is_file(__DIR__ . '/../../../bench/releases.php')) die('skip no bench/');
once_is_enough();
?>
--FILE--
<?php
foreach (['--design times', '--design hosts', '--design pairs', '--design canary', '--design canary --planted 3',
	'--design canary --planted -30'] as $options) {
	passthru(escapeshellarg(PHP_BINARY) . ' -n ' . escapeshellarg(__DIR__ . '/../../../bench/releases.php')
		. " --releases 10 $options");
}
?>
--EXPECT--
10 releases, times, 20 hosts, 6 h a side, 362 tests each: 0.0 % with a false find, 0 alarms
10 releases, hosts, 20 hosts, 6 h a side, 362 tests each: 0.0 % with a false find, 0 alarms
10 releases, pairs, 20 hosts, 6 h a side, 361 tests each: 0.0 % with a false find, 0 alarms
10 releases, canary, 20 hosts, 6 h a side, 363 tests each: 0.0 % with a false find, 0 alarms
10 releases, canary, 20 hosts, 6 h a side, 363 tests each: planted +3.0 %: found in 100.0 %, something else in 0.0 %
10 releases, canary, 20 hosts, 6 h a side, 364 tests each: planted -30.0 %: found in 100.0 %, something else in 0.0 %
