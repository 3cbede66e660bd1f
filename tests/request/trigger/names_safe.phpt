--TEST--
Names of files have nothing of a path, whatever the client sends and the pattern says
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

function named(string $folder, string $pattern, array $variables = []): void
{
	$answer = cgi("$folder/page.inc", auto_settings("$folder/runs", "xhprof.output_name=\"$pattern\"", 'log_errors=1'), $variables);
	$names = array_diff(scandir("$folder/runs"), ['.', '..']);
	$shown = preg_replace(['/\d{8}-\d{6}/', '/[0-9a-f]{16}/', '/^\d+(?=[.-])/', '/-\d+-(?=RUN)/'], ['TIME', 'RUN', 'PID', '-PID-'], implode(' ', $names));
	echo str_ends_with($answer, 'served') ? '' : $answer, strlen($shown) > 99 ? strlen($shown) . ' ' . substr($shown, 0, 90) . '... ' . substr($shown, -20)
		: $shown, "\n";
	forget("$folder/runs");
}

foreach (['%H-%r', '../%H-%r', '%R-%r', '%t-%r', '%p-%r', '%r', '%%%r', '.%H%r', '-%H-%r', '/etc/%H-%r', '%H/%R/%r', '..%r', "a b\tc;d$(e)\\\\f-%r",
	str_repeat('long', 99) . '%r', str_repeat('%H', 99) . '%r'] as $pattern) {
	echo strlen($pattern) > 50 ? substr($pattern, 0, 6) . '...' : $pattern, ': ';
	named($folder, $pattern);
}
echo "== hosts\n";
foreach (['../../etc/passwd', '..', '.', '', '/', 'a.php', '.htaccess', "x\ny", "\xc3\xa9t\xe9", '-rf', 'con', str_repeat('h', 500), 'user@h:80'] as $host) {
	named($folder, '%H-%r', ['HTTP_HOST' => $host]);
}
echo "== URIs\n";
foreach (['/', '/../../../etc/passwd', '/%2e%2e/%2e%2e/x', '//..//..', '/a?b=/../c', '/index.php/../.htaccess', '/a#b', '', '/' . str_repeat('u/', 500),
	'/a.json.php'] as $uri) {
	named($folder, '%R-%r', ['REQUEST_URI' => $uri]);
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/names_safe.tmp');
?>
--EXPECT--
%H-%r: www_example_com-RUN.xhprof.json
../%H-%r: _www_example_com-RUN.xhprof.json
%R-%r: page_inc-RUN.xhprof.json
%t-%r: TIME-RUN.xhprof.json
%p-%r: PID-RUN.xhprof.json
%r: RUN.xhprof.json
%%%r: _RUN.xhprof.json
.%H%r: _www_example_comRUN.xhprof.json
-%H-%r: www_example_com-RUN.xhprof.json
/etc/%H-%r: _etc_www_example_com-RUN.xhprof.json
%H/%R/%r: www_example_com_page_inc_RUN.xhprof.json
..%r: _RUN.xhprof.json
a b	c;d$(e)\\f-%r: a_b_c_d_e_f-RUN.xhprof.json
longlo...: 159 longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglo... glon-RUN.xhprof.json
%H%H%H...: 159 www_example_comwww_example_comwww_example_comwww_example_comwww_example_comwww_example_com... exam-RUN.xhprof.json
== hosts
_etc_passwd-RUN.xhprof.json
_-RUN.xhprof.json
_-RUN.xhprof.json
RUN.xhprof.json
_-RUN.xhprof.json
a_php-RUN.xhprof.json
_htaccess-RUN.xhprof.json
x_y-RUN.xhprof.json
_t_-RUN.xhprof.json
rf-RUN.xhprof.json
con-RUN.xhprof.json
hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh-RUN.xhprof.json
user_h_80-RUN.xhprof.json
== URIs
index-RUN.xhprof.json
_etc_passwd-RUN.xhprof.json
_2e_2e_2e_2e_x-RUN.xhprof.json
_-RUN.xhprof.json
a-RUN.xhprof.json
index_php_htaccess-RUN.xhprof.json
a-RUN.xhprof.json
page_inc-RUN.xhprof.json
u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_-RUN.xhprof.json
a_json_php-RUN.xhprof.json
