--TEST--
A wait for a server has the question to it, without values: by the arguments of the function that is open
--EXTENSIONS--
pcntl
posix
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
$child = pcntl_fork();
if ($child === 0) {
	while (true) {
		$socket = stream_socket_accept($server, 60);
		fgets($socket);
		time_nanosleep(0, 200000000);
		fwrite($socket, "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok");
		fclose($socket);
	}
}
/* A reference, an argument that is no text, and a function that has none. */
$url = "http://user:secret@$name/orders/4711?key=secret";
$same = &$url;
$waits = [
	fn () => file_get_contents($same),
	fn () => readfile("http://$name/{a}/" . str_repeat('long/', 100)),
	function () use ($name) {
		$socket = stream_socket_client("tcp://$name");
		fwrite($socket, "\n");
		fread($socket, 1);
	},
];
foreach ($waits as $wait) {
	foreach (['signal', 'interrupt'] as $engine) {
		foreach (tries() as $try) {
			xhprof_sample_enable(['interval' => 1000, 'engine' => $engine]);
			ob_start();
			$wait();
			ob_end_clean();
			$found = preg_grep('/^\{tcp/', array_keys(xhprof_stop()->functions()));
			if ($found !== []) {
				break;
			}
		}
		echo strtr(implode("\n", $found), [$name => 'SERVER']), "\n";
	}
}
/*
 * Where there are many, the next ones are the server's alone. A busy machine sees a part of the waits, and names some
 * of which it gets no stack.
 */
posix_kill($child, SIGKILL);
pcntl_wait($status);
$child = pcntl_fork();
if ($child === 0) {
	while (true) {
		$socket = stream_socket_accept($server, 60);
		fgets($socket);
		time_nanosleep(0, 10000000);
		fwrite($socket, "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok");
		fclose($socket);
	}
}
foreach (tries() as $try) {
	xhprof_sample_enable(['interval' => 1000, 'engine' => 'signal']);
	for ($i = 'aaaa'; $i < 'aaoz'; $i++) {
		file_get_contents("http://$name/$i");
	}
	$found = preg_grep('/^\{tcp/', array_keys(xhprof_stop()->functions()));
	$withText = preg_grep('~: http://~', $found);
	if ($withText !== []) {
		break;
	}
}
$rest = str_replace($name, 'SERVER', implode(' ', array_diff($found, $withText)));
var_dump(count($withText) > 0 && count($withText) <= 128,
	$rest === '{tcp SERVER: *}' || ($rest === '' && count($withText) < 128) ? 'the rest has none' : $rest);
posix_kill($child, SIGKILL);
?>
--EXPECT--
{tcp SERVER: http://SERVER/orders/??key=?}
{tcp SERVER: http://SERVER/orders/??key=?}
{tcp SERVER: http://SERVER/?a?/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/lo…}
{tcp SERVER: http://SERVER/?a?/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/long/lo…}
{tcp SERVER}
{tcp SERVER}
bool(true)
string(17) "the rest has none"
