--TEST--
Samples go on, and call no handler, in a program that resets, ignores, handles and blocks all signals
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
/* Computes until there are more samples: for ever, if none come any more. */
function sampled(): string
{
	$wanted = xhprof_info()['sampling']['weight'] + 20;
	while (xhprof_info()['sampling']['weight'] < $wanted) {
		strrev('x');
	}
	return ' sampled';
}

pcntl_async_signals(true);
$all = array_merge(range(1, 8), range(10, 15), [SIGURG, SIGRTMAX - 2]);
foreach (['wall', 'cpu'] as $clock) {
	xhprof_sample_enable(['interval' => 1000, 'clock' => $clock]);
	echo $clock, sampled();
	$calls = 0;
	$count = function () use (&$calls) {
		$calls++;
	};
	foreach (['SIG_DFL' => SIG_DFL, 'SIG_IGN' => SIG_IGN, 'handled' => $count] as $name => $handler) {
		foreach ($all as $signal) {
			pcntl_signal($signal, $handler);
		}
		echo ", $name", sampled();
	}
	pcntl_sigprocmask(SIG_BLOCK, $all);
	echo ', blocked', sampled();
	echo pcntl_sigtimedwait([SIGURG], $info, 0, 1) > 0 ? ', one pending' : ', none pending';
	pcntl_sigprocmask(SIG_UNBLOCK, $all);
	posix_kill(getmypid(), SIGURG);
	xhprof_sample_disable();
	echo ", $calls call\n";
	array_map(fn($signal) => pcntl_signal($signal, SIG_DFL), $all);
}
?>
--EXPECTF--
wall sampled, SIG_DFL sampled, SIG_IGN sampled, handled sampled, blocked sampled, none pending, 1 call
cpu sampled, SIG_DFL sampled, SIG_IGN sampled, handled sampled, blocked sampled, none pending, 1 call
