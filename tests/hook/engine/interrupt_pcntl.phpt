--TEST--
Interrupts of ours run pcntl's handlers only where the program lets these run at any time
--SKIPIF--
<?php
if (!extension_loaded('pcntl')) {
	die('skip needs pcntl');
}
require __DIR__ . '/../lines/skipif.inc';
require __DIR__ . '/../../sampler/skipif.inc';
?>
--FILE--
<?php
function lined(int $n): int { return $n + 1; }

function by_lines(): void
{
	for ($i = 0; $i < 10; $i++) {
		lined($i);
	}
}

function by_samples(): void
{
	do {
		for ($i = 0; $i < 1000; $i++);
	} while (xhprof_info()['sampling']['weight'] < 3);
}

$ran = 0;
pcntl_signal(SIGUSR1, function () use (&$ran) { $ran++; });

/* How many handlers have run within, and how many after it. */
function critical(callable $work, bool $is_async): string
{
	global $ran;
	pcntl_async_signals($is_async);
	$ran = 0;
	exec('kill -USR1 ' . getmypid());
	$work();
	$within = $ran;
	pcntl_signal_dispatch();
	return "$within within, $ran in all";
}

foreach ([false, true, false] as $is_async) {
	echo $is_async ? "at any time\n" : "at ticks and dispatches\n";
	xhprof_enable(0, ['lines' => ['lined']]);
	echo '  lines: ', critical(by_lines(...), $is_async), "\n";
	$lines = count(xhprof_stop()->lines());
	echo $lines > 0 ? '' : "no lines\n";
	xhprof_sample_enable(['engine' => 'interrupt', 'interval' => 100]);
	echo '  samples: ', critical(by_samples(...), $is_async), "\n";
	xhprof_sample_disable();
}
?>
--EXPECT--
at ticks and dispatches
  lines: 0 within, 1 in all
  samples: 0 within, 1 in all
at any time
  lines: 1 within, 1 in all
  samples: 1 within, 1 in all
at ticks and dispatches
  lines: 0 within, 1 in all
  samples: 0 within, 1 in all
