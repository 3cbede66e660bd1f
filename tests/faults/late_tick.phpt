--TEST--
A tick that comes while the timer is being stopped does not start it again: nothing is pending in a program that blocks its signal
--EXTENSIONS--
pcntl
--SKIPIF--
<?php
require __DIR__ . '/refuse.inc';
skip_refuse();
require __DIR__ . '/../sampler/skipif.inc';
?>
--FILE--
<?php
require __DIR__ . '/refuse.inc';

$script = '
	xhprof_sample_enable(["interval" => 10000, "clock" => "cpu", "engine" => "signal"]);
	if (xhprof_info()["sampling"]["source"] !== "timer") {
		die("none is pending\n"); // no signals are used here
	}
	pcntl_sigprocmask(SIG_BLOCK, [SIGURG]);
	$used = fn () => array_sum(array_map(fn ($part) => getrusage()["ru_utime.$part"] * ($part === "tv_sec" ? 1e6 : 1), ["tv_sec", "tv_usec"]));
	for ($pending = 0, $until = $used() + 100000; $pending <= 0 && $used() < $until;) {
		$pending = pcntl_sigtimedwait([SIGURG], $info, 0, 1);
	}
	echo $pending > 0 ? "one is pending" : "none is pending", "\n";
';
echo end_refused(start_preloaded('late_tick.c refuse.c', ['REFUSE' => 'perf'], $script, []));
?>
--EXPECT--
none is pending
