--TEST--
File names contain no path, whatever the client sends and the pattern says, and replace symlinks instead of following them
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
	$answer = cgi("$folder/page.inc", auto_settings("$folder/runs", "xhprof.output_name=\"$pattern\""), $variables);
	$names = array_diff(scandir("$folder/runs"), ['.', '..']);
	$shown = preg_replace(['/\d{8}-\d{6}/', '/[0-9a-f]{16}/', '/^\d+(?=\.)/', '/-\d+-(?=RUN)/'], ['TIME', 'RUN', 'PID', '-PID-'], implode(' ', $names));
	echo str_ends_with($answer, 'served') ? '' : $answer, strlen($shown) > 99 ? strlen($shown) . ' ' . substr($shown, 0, 90) . '... ' . substr($shown, -20)
		: $shown, "\n";
	forget("$folder/runs");
}

foreach (['%H', '../%H', '%R', '%t', '%p', '%r', '%%', '%', '', '%x', '.%H', '-%H', '/etc/%H', '%H/%R', '..', "a b\tc;d$(e)\\\\f", str_repeat('long', 99), str_repeat('%H', 99)] as $pattern) {
	echo strlen($pattern) > 50 ? substr($pattern, 0, 6) . '...' : $pattern, ': ';
	named($folder, $pattern);
}
echo "== hosts\n";
foreach (['../../etc/passwd', '..', '.', '', '/', 'a.php', '.htaccess', "x\ny", "\xc3\xa9t\xe9", '-rf', 'con', str_repeat('h', 500), 'user@h:80'] as $host) {
	named($folder, '%H', ['HTTP_HOST' => $host]);
}
echo "== URIs\n";
foreach (['/', '/../../../etc/passwd', '/%2e%2e/%2e%2e/x', '//..//..', '/a?b=/../c', '/index.php/../.htaccess', '/a#b', '', '/' . str_repeat('u/', 500),
	'/a.json.php'] as $uri) {
	named($folder, '%R', ['REQUEST_URI' => $uri]);
}
echo "== a link by that name, and by a folder's\n";
file_put_contents("$folder/target", 'untouched');
symlink("$folder/target", "$folder/runs/fixed.xhprof.json");
cgi("$folder/page.inc", auto_settings("$folder/runs", 'xhprof.output_name=fixed'));
var_dump(file_get_contents("$folder/target"), is_link("$folder/runs/fixed.xhprof.json"), count(runs("$folder/runs")));
mkdir("$folder/runs/taken.xhprof.json");
echo str_contains(cgi("$folder/page.inc", auto_settings("$folder/runs", 'xhprof.output_name=taken', 'log_errors=1')),
	'xhprof: the run could not be saved in xhprof.output_dir: Is a directory') ? 'said so' : 'did not', "\n";
echo implode(' ', names("$folder/runs")), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/names_safe.tmp');
?>
--EXPECT--
%H: www_example_com.xhprof.json
../%H: _www_example_com.xhprof.json
%R: page_inc.xhprof.json
%t: TIME.xhprof.json
%p: PID.xhprof.json
%r: RUN.xhprof.json
%%: _.xhprof.json
%: _.xhprof.json
: TIME-www_example_com-page_inc-PID-RUN.xhprof.json
%x: x.xhprof.json
.%H: _www_example_com.xhprof.json
-%H: www_example_com.xhprof.json
/etc/%H: _etc_www_example_com.xhprof.json
%H/%R: www_example_com_page_inc.xhprof.json
..: _.xhprof.json
a b	c;d$(e)\\f: a_b_c_d_e_f.xhprof.json
longlo...: 159 longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglo... glon-RUN.xhprof.json
%H%H%H...: 159 www_example_comwww_example_comwww_example_comwww_example_comwww_example_comwww_example_com... exam-RUN.xhprof.json
== hosts
_etc_passwd.xhprof.json
_.xhprof.json
_.xhprof.json
RUN.xhprof.json
_.xhprof.json
a_php.xhprof.json
_htaccess.xhprof.json
x_y.xhprof.json
_t_.xhprof.json
rf.xhprof.json
con.xhprof.json
hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh.xhprof.json
user_h_80.xhprof.json
== URIs
index.xhprof.json
_etc_passwd.xhprof.json
_2e_2e_2e_2e_x.xhprof.json
_.xhprof.json
a.xhprof.json
index_php_htaccess.xhprof.json
a.xhprof.json
page_inc.xhprof.json
u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_u_.xhprof.json
a_json_php.xhprof.json
== a link by that name, and by a folder's
string(9) "untouched"
bool(false)
int(1)
said so
fixed.xhprof.json taken.xhprof.json
