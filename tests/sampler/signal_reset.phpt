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
	$info = xhprof_info()['sampling'];
	xhprof_sample_disable();
	echo $info['engine'] === 'interrupt' || $info['displaced'] > 0 ? ', displaced' : ', not displaced';
	echo ", $calls call\n";
	array_map(fn($signal) => pcntl_signal($signal, SIG_DFL), $all);
}
/* On a busy machine the kernel's first tick may be late, by more than the 100 ms that are waited for it. */
xhprof_sample_enable(['interval' => 1000]);
do {
	sampled();
	$info = xhprof_info()['sampling'];
} while ($info['weight'] - $info['displaced'] < 20);
echo "signals take the samples of the next run\n";
?>
--EXPECTF--
wall sampled, SIG_DFL sampled, SIG_IGN sampled, handled sampled, blocked sampled, none pending, displaced, 1 call
cpu sampled, SIG_DFL sampled, SIG_IGN sampled, handled sampled, blocked sampled, none pending, displaced, 1 call
signals take the samples of the next run
