--TEST--
php-cgi is read from outside: of a web server it has a request, by hand a script
--EXTENSIONS--
xhprof
posix
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
if (cgi_binary() === null) die('skip no php-cgi beside this PHP');
?>
--FILE--
<?php
require __DIR__ . '/attach.inc';
require __DIR__ . '/../cli/cli.inc';

$folder = live_folder(__FILE__, 0755);
$page = attach_page($folder);
$server = ['GATEWAY_INTERFACE' => 'CGI/1.1', 'REDIRECT_STATUS' => '200', 'REQUEST_METHOD' => 'GET',
	'SCRIPT_NAME' => '/page.php', 'SCRIPT_FILENAME' => $page, 'QUERY_STRING' => 'token=secret'];
foreach ([[[], $server], [['-q', $page], []]] as [$words, $variables]) {
	$cgi = proc_open([cgi_binary(), '-n', ...$words],
		[['file', '/dev/null', 'r'], ['pipe', 'w'], ['file', '/dev/null', 'w']], $pipes, null, $variables);
	echo attach_dump(fn () => [proc_get_status($cgi)['pid']]);
	file_put_contents("$folder/gate", 'done');
	echo str_ends_with(stream_get_contents($pipes[1]), 'done') ? "answered\n" : "NO ANSWER\n";
	proc_close($cgi);
}
live_clean($folder);
?>
--EXPECT--
cgi-fcgi PID from outside, PHP V GET /page.php for T
 waits for fifo gate in file_get_contents()
 #0 file_get_contents
 #1 checkout page.php:4
 #2 main() page.php:6
answered
cgi-fcgi PID from outside, PHP V cli page.php for T
 waits for fifo gate in file_get_contents()
 #0 file_get_contents
 #1 checkout page.php:4
 #2 main() page.php:6
answered
