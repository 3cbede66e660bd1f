--TEST--
Timers are armed while sampling and disarmed after it
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
need_wall_by_signal();
if (!is_readable('/proc/self/timers')) {
	die('skip no /proc/self/timers');
}
?>
--FILE--
<?php
require __DIR__ . '/sample.inc';

echo armed(), "\n";
foreach ([['wall', 'signal'], ['cpu', 'signal'], ['wall', 'interrupt'], ['cpu', 'interrupt']] as [$clock, $engine]) {
	foreach ([100, 100000] as $interval) {
		xhprof_sample_enable(['clock' => $clock, 'engine' => $engine, 'interval' => $interval]);
		$armed = armed() !== 'nothing' ? 'armed' : 'nothing';
		xhprof_sample_disable();
		echo "$clock $engine $interval: $armed, then ", still_armed(), "\n";
	}
}
?>
--EXPECT--
nothing
wall signal 100: armed, then nothing
wall signal 100000: armed, then nothing
cpu signal 100: armed, then nothing
cpu signal 100000: armed, then nothing
wall interrupt 100: armed, then nothing
wall interrupt 100000: armed, then nothing
cpu interrupt 100: armed, then nothing
cpu interrupt 100000: armed, then nothing
