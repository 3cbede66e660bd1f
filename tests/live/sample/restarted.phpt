--TEST--
After SIGSTOP and SIGCONT, when the kernel says restart_syscall() of what sleeps, waits have the names that they had before
--EXTENSIONS--
posix
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
require __DIR__ . '/../../sampler/skipif.inc';
need_wall_by_signal();
if (!is_readable('/proc/self/syscall')) die('skip needs /proc/self/syscall');
if (!in_array(php_uname('m'), ['x86_64', 'aarch64'], true)) die(
	'skip the test does not know the number of restart_syscall()');
?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$restart = php_uname('m') === 'x86_64' ? '219 ' : '128 ';
$folder = live_folder(__FILE__);
$server = stream_socket_server('tcp://127.0.0.1:0');
$address = stream_socket_get_name($server, false);
file_put_contents("$folder/program.php", '<?php
$socket = stream_socket_client("tcp://$argv[2]");
echo "begun\n";
match ($argv[1]) {
	"sleep" => time_nanosleep(600, 0),
	"usleep" => usleep(600000000),
	"read" => fread($socket, 1),
	"timeout" => stream_set_timeout($socket, 600) && fread($socket, 1),
};
');
foreach (['sleep', 'usleep', 'read', 'timeout'] as $wait) {
	$child = live_start("$folder/program.php", live_settings($folder), [$wait, $address]);
	fgets($child->out);
	$call = fn () => (string) @file_get_contents("/proc/$child->pid/syscall");
	/* Not in write(), and not on a CPU. */
	live_wait('asleep', fn () => preg_match('/^(?!1 |64 )\d+ /', $call()) === 1);
	live_wait('restarted', function () use ($child, $call, $wait, $restart): bool {
		posix_kill($child->pid, SIGSTOP);
		live_wait('stopped', fn () => preg_match('/^State:\tT/m', file_get_contents("/proc/$child->pid/status")) === 1);
		posix_kill($child->pid, SIGCONT);
		live_wait('asleep again', fn () => preg_match('/^(?!1 |64 )\d+ /', $call()) === 1);

		return PHP_OS_FAMILY !== 'Linux' || ($restart !== '219 ' && ($wait === 'read' || $wait === 'timeout'))
			|| str_starts_with($call(), $restart);
	});
	$file = live_file($folder, $child->pid);
	live_send($file, live_message(LIVE_ASK));
	$names = live_wait('a name',
		fn () => array_diff(array_unique(array_column(live_records($file), 'wait')), ['wait for CPU']));
	echo "$wait: ", str_replace($address, 'SERVER', implode(' ', $names)), "\n";
	posix_kill($child->pid, SIGKILL);
	live_end($child);
}
live_clean($folder);
?>
--EXPECT--
sleep: sleep
usleep: sleep
read: tcp SERVER
timeout: tcp SERVER
