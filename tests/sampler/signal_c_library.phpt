--TEST--
Samples go on when C code takes the handler of their signal, ignores it or blocks it
--EXTENSIONS--
ffi
--INI--
ffi.enable=1
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; if (PHP_OS_FAMILY !== 'Linux') die('skip numbers of Linux'); ?>
--FILE--
<?php
const URGENT = 23;
$c = FFI::cdef('intptr_t signal(int number, intptr_t handler);
	int sigprocmask(int how, const unsigned long *set, unsigned long *before);');
$set = $c->new('unsigned long[16]');
$set[0] = 1 << (URGENT - 1);

function sampled(): string
{
	$wanted = xhprof_info()['sampling']['weight'] + 20;
	while (xhprof_info()['sampling']['weight'] < $wanted) {
		strrev('x');
	}
	return ', sampled';
}

foreach (['wall', 'cpu'] as $clock) {
	foreach (['default' => 0, 'ignored' => 1, 'blocked' => null] as $how => $handler) {
		xhprof_sample_enable(['interval' => 1000, 'clock' => $clock]);
		$handler === null ? $c->sigprocmask(0, FFI::addr($set[0]), null) : $c->signal(URGENT, $handler);
		echo "$clock, $how", sampled();
		xhprof_sample_disable();
		$c->sigprocmask(1, FFI::addr($set[0]), null);
		echo ', then ', $c->signal(URGENT, 0), "\n";
	}
}
?>
--EXPECT--
wall, default, sampled, then 0
wall, ignored, sampled, then 1
wall, blocked, sampled, then 0
cpu, default, sampled, then 0
cpu, ignored, sampled, then 1
cpu, blocked, sampled, then 0
