--TEST--
Signals that arrive during the first profile's calibration are handled after it, and their handlers may end profiles
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function called($x) { return $x; }
$handled = 0;
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use (&$handled) { $handled++; xhprof_disable(); });
$pid = getmypid();
$child = pcntl_fork();
if ($child === 0) {
	while (posix_kill($pid, SIGUSR1)) { // until it is killed, or its parent has ended
		usleep(300);
	}
	posix_kill(getmypid(), SIGKILL);
}
while ($handled === 0) usleep(100);
xhprof_enable(0, ['compensate' => true]);
for ($i = 0; $i < 100; $i++) called($i);
while (xhprof_info()['running']) usleep(100);
posix_kill($child, SIGKILL);
pcntl_waitpid($child, $status);
pcntl_signal(SIGUSR1, SIG_IGN);
var_dump(xhprof_disable());
foreach ([[], ['compensate' => true]] as $options) {
	xhprof_enable(0, $options);
	called(1);
	show(xhprof_disable());
}
?>
--EXPECT--
NULL
main()==>called  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
main()==>called  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
