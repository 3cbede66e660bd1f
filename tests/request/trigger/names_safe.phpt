--TEST--
Names of files have nothing of a path, whatever the client sends, and with xhprof.meta=off nothing of the path
--SKIPIF--
<?php
require __DIR__ . '/auto.inc';
if (cgi_binary() === null) die('skip needs the php-cgi of this PHP');
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/page.inc", '<?php echo "served";');

function named(string $folder, array $variables, string ...$settings): void
{
	$answer = cgi("$folder/page.inc", auto_settings("$folder/runs", 'log_errors=1', ...$settings), $variables);
	$names = array_diff(scandir("$folder/runs"), ['.', '..']);
	$shown = preg_replace(['/\d{8}-\d{6}/', '/[0-9a-f]{16}/', '/-\d+-(?=RUN)/'], ['TIME', 'RUN', '-PID-'],
		implode(' ', $names));
	echo str_ends_with($answer, 'served') ? '' : $answer,
		strlen($shown) > 99 ? substr($shown, 0, 90) . '... ' . substr($shown, -15) : $shown, "\n";
	forget("$folder/runs");
}

echo "== hosts\n";
foreach (['../../etc/passwd', '..', '.', '', '/', 'a.php', '.htaccess', "x\ny", "\xc3\xa9t\xe9", '-rf', 'con',
	str_repeat('h', 500), 'user@h:80'] as $host) {
	named($folder, ['HTTP_HOST' => $host]);
}
echo "== URIs\n";
foreach (['/', '/../../../etc/passwd', '/%2e%2e/%2e%2e/x', '//..//..', '/a?b=/../c', '/index.php/../.htaccess', '/a#b',
	'', '/' . str_repeat('u/', 500), '/a.json.php'] as $uri) {
	named($folder, ['REQUEST_URI' => $uri]);
}
echo "== both\n";
named($folder, ['HTTP_HOST' => str_repeat('h', 500), 'REQUEST_URI' => '/' . str_repeat('u', 500)]);
echo "== without a description of requests\n";
named($folder, ['REQUEST_URI' => '/reset/secret'], 'xhprof.meta=off');
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/names_safe.tmp');
?>
--EXPECT--
== hosts
TIME-_etc_passwd-page_inc-PID-RUN.xhprof.json
TIME-_-page_inc-PID-RUN.xhprof.json
TIME-_-page_inc-PID-RUN.xhprof.json
TIME--page_inc-PID-RUN.xhprof.json
TIME-_-page_inc-PID-RUN.xhprof.json
TIME-a_php-page_inc-PID-RUN.xhprof.json
TIME-_htaccess-page_inc-PID-RUN.xhprof.json
TIME-x_y-page_inc-PID-RUN.xhprof.json
TIME-_t_-page_inc-PID-RUN.xhprof.json
TIME--rf-page_inc-PID-RUN.xhprof.json
TIME-con-page_inc-PID-RUN.xhprof.json
TIME-hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh-page_inc-PID-RUN.xhprof.json
TIME-user_h_80-page_inc-PID-RUN.xhprof.json
== URIs
TIME-www_example_com-index-PID-RUN.xhprof.json
TIME-www_example_com-_etc_passwd-PID-RUN.xhprof.json
TIME-www_example_com-_2e_2e_2e_2e_x-PID-RUN.xhprof.json
TIME-www_example_com-_-PID-RUN.xhprof.json
TIME-www_example_com-a-PID-RUN.xhprof.json
TIME-www_example_com-index_php_htaccess-PID-RUN.xhprof.json
TIME-www_example_com-a-PID-RUN.xhprof.json
TIME-www_example_com-page_inc-PID-RUN.xhprof.json
TIME-www_example_com-u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_-PID-RUN.... RUN.xhprof.json
TIME-www_example_com-a_json_php-PID-RUN.xhprof.json
== both
TIME-hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh-uuuuuuuuuuuuuuuuuuuuuuuu... RUN.xhprof.json
== without a description of requests
TIME-www_example_com-PID-RUN.xhprof.json
