--TEST--
The workers of a pool of php-fpm without our module are read from outside: their request's URI, and no query of it
--EXTENSIONS--
xhprof
posix
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
if (fpm_binary() === null) die('skip no php-fpm beside this PHP');
if (posix_geteuid() !== 0) die('skip only root can read workers of others');
?>
--FILE--
<?php
require __DIR__ . '/attach.inc';
require __DIR__ . '/../cli/cli.inc';

/* Asks for a page, by FastCGI; the answer stays unread. */
function ask(string $socket, array $parameters)
{
	$record = fn (int $type, string $content): string => pack('CCnnCx', 1, $type, 1, strlen($content), 0) . $content;
	$pairs = '';
	foreach ($parameters as $name => $value) {
		$pairs .= chr(strlen($name)) . chr(strlen($value)) . $name . $value;
	}
	$connection = live_connect("unix://$socket");
	fwrite($connection, $record(1, pack('nCx5', 1, 0)) . $record(4, $pairs) . $record(4, '') . $record(5, ''));

	return $connection;
}

$folder = live_folder(__FILE__, 0700);
$pool = 'outside' . getmypid();
attach_page($folder);
file_put_contents("$folder/fpm.conf", "[global]\nerror_log = $folder/log\ndaemonize = no\n[$pool]\nuser = root\n"
	. "group = root\nlisten = $folder/socket\npm = static\npm.max_children = 2\n");
$fpm = proc_open([fpm_binary(), '-n', '-R', '-y', "$folder/fpm.conf"],
	[['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']], $pipes);
foreach (['/checkout?token=secret', '/second'] as $uri) {
	$page = ask("$folder/socket", ['SCRIPT_FILENAME' => "$folder/page.php", 'SCRIPT_NAME' => '/index.php',
		'REQUEST_METHOD' => 'POST', 'REQUEST_URI' => $uri, 'QUERY_STRING' => 'token=secret', 'CONTENT_LENGTH' => '0']);
	$text = live_wait('a worker in a request', function () use ($pool): ?string {
		$text = cli(['dump', $pool])['out'];

		return str_contains($text, 'waits for') ? $text : null;
	});
	echo preg_replace(['~outside\d+ \d+~', '~PHP \d+\.\d+\.\d+\w*~', '~for \S+ m?s +\S+ [KM]iB~', '~for \S+ m?s~',
		'~(?:…)?[^\s/]*/\S+/~', '~: \d+\n~'], ['POOL PID', 'PHP V', 'for T', 'for T', '', ": PID\n"], $text);
	file_put_contents("$folder/gate", 'done');
	echo str_contains(stream_get_contents($page), 'done') ? "answered\n" : "NO ANSWER\n";
}
proc_terminate($fpm);
proc_close($fpm);
unlink("$folder/gate");
live_clean($folder);
?>
--EXPECT--
fpm-fcgi pool POOL PID from outside, PHP V  POST /checkout  for T
    waits for fifo gate in file_get_contents()
     #0 file_get_contents
     #1 checkout           page.php:4
     #2 main()             page.php:6

between requests: PID
answered
fpm-fcgi pool POOL PID from outside, PHP V  POST /second  for T
    waits for fifo gate in file_get_contents()
     #0 file_get_contents
     #1 checkout           page.php:4
     #2 main()             page.php:6

between requests: PID
answered
