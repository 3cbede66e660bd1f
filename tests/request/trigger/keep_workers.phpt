--TEST--
Workers that save and sweep at the same time keep to the limits together, and lose no file that may stay
--SKIPIF--
<?php
if (PHP_OS_FAMILY === 'Windows') die('skip runs are not saved there');
if (PHP_VERSION_ID < 80200) die(
	'skip a worker of php -S may wait in accept() and leave its open connection unanswered');
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/page.inc", '<?php echo xhprof_info()["auto"]["last"];');

foreach ([1000, 30] as $limit) {
	serve("$folder/page.inc", auto_settings("$folder/runs", "xhprof.keep=$limit"),
		function (callable $get, string $address): void {
			$failed = 0;
			for ($i = 0; $i < 20; $i++) {
				$sockets = [];
				for ($j = 0; $j < 6; $j++) {
					$sockets[] = $socket = stream_socket_client("tcp://$address", $code, $error, 20);
					fwrite($socket, "GET / HTTP/1.0\r\n\r\n");
				}
				foreach ($sockets as $socket) {
					$failed += preg_match('~^HTTP/1.\d 200 .*\r\n\r\n(saved: [-\w]+)?$~s',
						stream_get_contents($socket)) === 1 ? 0 : 1;
					fclose($socket);
				}
			}
			echo "$failed failed\n";
		}, ['PHP_CLI_SERVER_WORKERS' => '4']);
	$files = glob("$folder/runs/*.xhprof.json");
	echo count($files) <= $limit && count($files) >= min(120, $limit) ? 'as many as the limit allows'
		: count($files) . ' files', "\n";
	foreach ($files as $file) {
		XHProf\Profile::load($file);
	}
	echo count(array_diff(scandir("$folder/runs"), array_map(basename(...), $files))) - 2, " more\n";
	remove("$folder/runs");
	mkdir("$folder/runs");
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/keep_workers.tmp');
?>
--EXPECT--
0 failed
as many as the limit allows
0 more
0 failed
as many as the limit allows
0 more
