--TEST--
A handler of the program for SIGURG gets its own signals while samples are taken, and none of ours
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/sample.inc';

pcntl_async_signals(true);
$calls = 0;
pcntl_signal(SIGURG, function () use (&$calls) {
	$calls++;
});
foreach (['wall', 'cpu'] as $clock) {
	xhprof_sample_enable(['interval' => 500, 'clock' => $clock]);
	burn(0.05, fn() => strrev('x'));
	for ($i = 0; $i < 3; $i++) {
		$before = $calls;
		while ($calls === $before) { // the kernel keeps one pending: ours may have been it
			posix_kill(getmypid(), SIGURG);
		}
	}
	burn(0.05, fn() => strrev('x'));
	xhprof_sample_disable();
	echo "$clock: ", $calls, "\n";
	$calls = 0;
}
posix_kill(getmypid(), SIGURG);
echo "after: $calls\n";
?>
--EXPECT--
wall: 3
cpu: 3
after: 1
