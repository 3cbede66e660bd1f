--TEST--
The thread that looks has a table of files of its own, with none of the program's; and nothing of it is left in the program's
--SKIPIF--
<?php
if (PHP_OS_FAMILY !== 'Linux'
	|| version_compare(php_uname('r'), '5.9', '<')) die('skip needs close_range() of Linux 5.9');
if (!preg_match('/^Seccomp:\s+0$/m',
	file_get_contents('/proc/self/status'))) die('skip a filter of system calls may refuse it');
?>
--FILE--
<?php
/* The numbers of open files, but that of the folder itself. */
function files(string $task): array
{
	return array_filter((array) @scandir("/proc/self/task/$task/fd"),
		fn ($file) => (int) $file . "" === (string) $file && @readlink("/proc/self/task/$task/fd/$file") !== false);
}

$before = files((string) getmypid());
$file = fopen(__FILE__, 'r');
xhprof_sample_enable();
/* A thread that has just ended may be among them still. */
function others(): array
{
	return array_diff((array) @scandir('/proc/self/task'), ['.', '..', (string) getmypid()]);
}

function targets(string $task): array
{
	return array_map(fn ($number) => (string) @readlink("/proc/self/task/$task/fd/$number"), files($task));
}

/* A list that was begun before that may have files of both tables. */
do {
	$helpers = array_filter(others(), fn ($task) => preg_grep('~^/memfd:xhprof~', targets($task)) !== []);
} while ($helpers === []);
echo 'of the program: ', implode(' ', array_filter(targets(array_values($helpers)[0]),
	fn ($target) => $target !== '' && !preg_match('~^(/proc/|/memfd:xhprof|anon_inode:)~', $target))), "\n";
xhprof_sample_disable();
fclose($file);
echo 'more files than before: ', count(array_diff(files((string) getmypid()), $before)), "\n";
?>
--EXPECT--
of the program: 
more files than before: 0
