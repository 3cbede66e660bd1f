--TEST--
The helper thread has a table of files of its own: system calls are as fast as in a process of one thread, and no file of the program stays open
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
if (version_compare(php_uname('r'), '5.9', '<')) die('skip close_range() is of Linux 5.9');
if (!function_exists('pcntl_fork') && !file_exists(ini_get('extension_dir') . '/pcntl.so')) die('skip needs pcntl');
?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
$files = array_map(fn () => tmpfile(), range(1, 30));
echo "begun\n";
fgets(STDIN);
/* Forked while it is sampled: neither table of files is mistaken for the other. */
for ($i = 0; $i < 20; $i++) {
	$pid = pcntl_fork();
	if ($pid === 0) {
		for ($end = microtime(true) + 0.01; microtime(true) < $end;) {
		}
		exit(array_filter($files, fn ($file) => fwrite($file, "x") !== 1) === [] ? 0 : 1);
	}
	pcntl_waitpid($pid, $status);
	echo pcntl_wexitstatus($status);
}
/* A signal of ours does not reach a handler of the program. */
$urgent = 0;
pcntl_signal(SIGURG, function () use (&$urgent) { $urgent++; });
for ($end = microtime(true) + 0.2; microtime(true) < $end;) {
	pcntl_signal_dispatch();
}
pcntl_signal(SIGURG, SIG_DFL);
for ($i = 0; $i < 100; $i++) {
	pcntl_signal($i % 2 ? SIGUSR1 : SIGURG, SIG_DFL);
}
echo " $urgent\n";
fclose(STDOUT);
fgets(STDIN);
');
$child = live_start("$folder/program.php", live_settings($folder));
fgets($child->out);
$file = live_file($folder, $child->pid);
$tables = [];
live_wait('its own table', function () use ($child, &$tables) {
	$tables = array_map(fn ($task) => count(glob("$task/fd/*")), glob("/proc/$child->pid/task/*"));
	return count($tables) === 2 && min($tables) === 2;
});
echo count($tables), ' threads, ', min($tables), ' files, ', max($tables) > 30 ? "many\n" : "few\n";
live_send($file, live_message(LIVE_ASK));
live_wait('on', fn () => live_header($file)['is_on']);
fwrite($child->in, "\n");
echo fgets($child->out);
var_dump(fgets($child->out)); // the end of the file
fwrite($child->in, "\n");
var_dump(live_end($child));
live_clean($folder);
?>
--EXPECT--
2 threads, 2 files, many
00000000000000000000 0
bool(false)
int(0)
