--TEST--
A fork by another thread waits until the handler of samples is installed: a child never starts with that lock held
--SKIPIF--
<?php
require __DIR__ . '/refuse.inc';
skip_refuse();
?>
--FILE--
<?php
require __DIR__ . '/refuse.inc';

echo refuse('beside', '
	xhprof_sample_enable(["engine" => "signal", "clock" => "cpu"]);
	echo xhprof_sample_disable() === null ? "no samples\n" : "samples\n";
	for ($end = hrtime(true) + 180e9; count(glob("/proc/self/task/*")) > 1 && hrtime(true) < $end;) {
		usleep(1000); // the other thread leaves fork() by code of the module, which is unloaded at the end
	}
');
?>
--EXPECT--
a fork waits
samples
