--TEST--
The time in which the kernel copies a process belongs to who forks
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
if (!function_exists('pcntl_fork')) die('skip needs pcntl');
if (PHP_OS_FAMILY !== 'Linux') die('skip needs time of threads');
if (getenv('XHPROF_VALGRIND')) die('skip valgrind forks in its own way');
?>
--FILE--
<?php
function spins(): void { for ($i = 0, $x = 1; $i < 10000; $i++) $x = ($x * 31 + $i) & 0xffff; }
function forks(): void { if (($child = pcntl_fork()) === 0) posix_exit(); pcntl_waitpid($child, $status); }
function posix_exit(): void { pcntl_exec('/bin/true'); exit; }

/* CPU time of the process, of its helper thread too, in nanoseconds. */
function cpu(): int
{
	$usage = getrusage();
	return 1000000000 * ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) + 1000 * ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']);
}

$memory = [];
for ($i = 0; $i < 60; $i++) $memory[] = str_repeat('x', 1 << 20);
foreach ([['wall', 'auto'], ['cpu', 'auto'], ['wall', 'interrupt']] as [$clock, $engine]) {
	$true = 0;
	xhprof_sample_enable(['clock' => $clock, 'engine' => $engine, 'interval' => 1000]);
	for ($i = 0; $i < 60; $i++) {
		spins();
		$start = cpu();
		forks();
		$true += cpu() - $start;
	}
	$functions = xhprof_stop()->functions();
	$found = ($functions['pcntl_fork']['cpu_ns'] ?? 0);
	echo "$clock, $engine: ", $found > 0.3 * $true ? 'right' : "$found of $true ns", "\n";
}
?>
--EXPECT--
wall, auto: right
cpu, auto: right
wall, interrupt: right
