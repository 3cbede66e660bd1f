--TEST--
A time limit that is due when a call ends whose lines are recorded names a file and a line of the program
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
if (PHP_ZTS) {
	die('skip the time limit has a signal of its own with threads');
}
?>
--FILE--
<?php
/* The call ends as its last variable is freed. That waits for a child, which sends the signal of the limit. */
function chosen(): int
{
	$child = popen('read x; kill -PROF $PPID', 'w');
	return 1;
}

xhprof_enable(0, ['lines' => ['chosen']]);
set_time_limit(100);
while (true) {
	array_map('chosen', [1]);
}
?>
--EXPECTF--
Fatal error: Maximum execution time of 100 seconds exceeded in %stime_limit.php on line %r[1-9]\d*%r
