--TEST--
Each worker of php -S has a ring of its own, which says what it does; the next process sweeps them
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
if (PHP_VERSION_ID < 80200) die(
	'skip a worker of php -S may wait in accept() and leave its open connection unanswered');
?>
--FILE--
<?php
require __DIR__ . '/../live.inc';
require __DIR__ . '/../../request/trigger/auto.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/page.inc", '<?php
if (isset($_GET["wait"])) { file_put_contents($_GET["wait"] . getmypid(), ""); while (!file_exists($_GET["go"])) { usleep(1000); } }
echo getmypid();');
mkdir("$folder/flags");
serve("$folder/page.inc", live_settings($folder), function (callable $get, string $address) use ($folder): void {
	$sockets = [];
	for ($i = 0; $i < 3; $i++) {
		$sockets[] = $socket = stream_socket_client("tcp://$address", $code, $error, 20);
		fwrite($socket, "GET /page$i?wait=$folder/flags/w&go=$folder/flags/go HTTP/1.0\r\n\r\n");
		live_wait('the worker', fn () => count(glob("$folder/flags/w*")) === $i + 1);
	}
	$states = [];
	foreach (glob("$folder/*.data") as $file) {
		$header = live_header($file);
		if (is_file("$folder/flags/w$header[pid]")) {
			$states[] = $header['sapi'] . ' ' . $header['slot']['state'] . ' ' . strtok($header['slot']['uri'], '?');
		}
	}
	sort($states);
	echo implode("\n", $states), "\n";
	touch("$folder/flags/go");
	foreach ($sockets as $socket) {
		preg_match('~\r\n\r\n(\d+)$~', stream_get_contents($socket), $found);
		echo is_file(live_file($folder, (int) $found[1])) ? 'its ring' : 'no ring', "\n";
		fclose($socket);
	}
}, ['PHP_CLI_SERVER_WORKERS' => '4']);
file_put_contents("$folder/short.php", '<?php');
/* The server's own signal ends the workers some time after it. */
live_wait('swept', function () use ($folder) {
	child_php("$folder/short.php", live_settings($folder));
	return glob("$folder/*.data") === [] && glob("$folder/*.ctl") === [];
});
remove("$folder/flags");
live_clean($folder);
?>
--EXPECT--
cli-server running /page0
cli-server running /page1
cli-server running /page2
its ring
its ring
its ring
