--TEST--
A source that changes while the program blocks SIGURG leaves no signal pending, and begins when that is over
--EXTENSIONS--
pcntl
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
if (function_exists('pcntl_sigtimedwait') === false) die('skip no pcntl_sigtimedwait()');
?>
--FILE--
<?php
xhprof_sample_enable(['interval' => 10000, 'clock' => 'cpu']);
pcntl_sigprocmask(SIG_BLOCK, [SIGURG]);
/* A thread that sleeps often is sampled by the timer, as perf costs time at each switch. */
for ($i = $pending = 0; $i < 6000 && $pending <= 0; $i++) {
	usleep(50);
	strrev('x');
	if ($i % 100 === 99) {
		$pending = pcntl_sigtimedwait([SIGURG], $info, 0, 1);
	}
}
for ($i = 0; $i < 300 && $pending <= 0; $i++) {
	for ($j = 0; $j < 3000; $j++) strrev('x'); // where a timer ticks
	$pending = pcntl_sigtimedwait([SIGURG], $info, 0, 1);
}
echo $pending > 0 ? 'one is pending' : 'none is pending', "\n";
pcntl_sigprocmask(SIG_UNBLOCK, [SIGURG]);
xhprof_sample_disable();
?>
--EXPECT--
none is pending
