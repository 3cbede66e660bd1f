--TEST--
A handler of the program for SIGURG that ends waits still ends them while samples are taken
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
/* What a wait for a child returns that sends SIGURG meanwhile. */
function wait_interrupted(bool $restarts): string
{
	pcntl_signal(SIGURG, function () {
	}, $restarts);
	$parent = getmypid();
	xhprof_sample_enable(['interval' => 500]);
	$child = pcntl_fork();
	if ($child === 0) {
		/* An end of the wait is waited for, and comes before these do. */
		for ($i = 0; $i < ($restarts ? 50 : 10000); $i++) {
			usleep(10000);
			posix_kill($parent, SIGURG);
		}
		posix_kill(getmypid(), SIGKILL);
	}
	$waited = pcntl_waitpid($child, $status);
	xhprof_sample_disable();
	if ($waited !== $child) {
		posix_kill($child, SIGKILL);
		pcntl_waitpid($child, $status);
	}
	pcntl_signal(SIGURG, SIG_DFL);

	return $waited === $child ? 'waited' : 'interrupted';
}

echo 'without SA_RESTART: ', wait_interrupted(false), "\n";
echo 'with SA_RESTART: ', wait_interrupted(true), "\n";
?>
--EXPECT--
without SA_RESTART: interrupted
with SA_RESTART: waited
