--TEST--
A connection at a listening port that the kernel also gives to clients is named by that port, at both ends
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
need_wall_by_signal();
if (!is_readable('/proc/self/syscall')) die('skip needs /proc/self/syscall');
?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

$server = stream_socket_server('tcp://127.0.0.1:0');
$name = stream_socket_get_name($server, false);
$client = stream_socket_client("tcp://$name");
$accepted = stream_socket_accept($server);
foreach ([$accepted, $client] as $socket) {
	foreach (tries() as $factor) {
		xhprof_sample_enable(['interval' => 1000]);
		stream_set_timeout($socket, 0, 200000 * $factor);
		fread($socket, 1);
		$waits = preg_grep('/tcp/', array_keys(xhprof_stop()->functions()));
		if ($waits !== []) {
			break;
		}
	}
	echo strtr(implode(' ', $waits), [$name => 'SERVER']), "\n";
}
?>
--EXPECT--
{tcp client of SERVER}
{tcp SERVER}
