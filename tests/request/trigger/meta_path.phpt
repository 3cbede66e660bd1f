--TEST--
By default a saved run has no value that the client or the caller of a command sent: names of parameters and the script at most
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
file_put_contents("$folder/page.inc", '<?php http_response_code(418);');
$secret = 'hunter2';

/* All that is in a file, unpacked. */
function content(string $file): string
{
	$bytes = file_get_contents($file);
	return str_starts_with($bytes, "\x1f\x8b") && function_exists('gzdecode') ? gzdecode($bytes) : $bytes;
}

function look(string $folder, string $secret): void
{
	[$meta] = metas("$folder/runs");
	echo str_replace($folder, 'FOLDER', $meta['url']), '  ', json_encode($meta['get']), "\n";
	foreach (glob("$folder/runs/*") as $file) {
		if (str_contains(content($file) . basename($file), $secret)) {
			echo basename($file), " has it\n";
		}
	}
	forget("$folder/runs");
}

$formats = 'xhprof.auto_formats="json,xhgui,xhprof,callgrind,folded,speedscope,chrome,log'
	. (extension_loaded('zlib') ? ',pprof"' : '"');
$queries = [
	"password=$secret&user=anna", "PassWord=$secret", "user[password]=$secret&user[name]=anna", "a[api_key][x]=$secret",
	"%70assword=$secret",
	"access_token=$secret;id=5", "q=Bearer+$secret", 'data={"password":"' . $secret . '"}',
	'data=%7B%22password%22%3A%22' . $secret . '%22%7D',
	"code=$secret&country_code=de", "XHPROF_TRIGGER=$secret", "x=1?auth=$secret",
	"next=%2Flogin%3Ftoken%3D$secret%26x%3D1&y=1",
	"next=http://anna:$secret@h/?a=b", "a[$secret]=1", $secret, "$secret=", "&$secret&a=$secret",
	"token=a;$secret&b=c;d", "=$secret", "7=$secret",
	"a[b]=c#$secret", "a b.c=$secret",
];
foreach ($queries as $query) {
	cgi("$folder/page.inc", auto_settings("$folder/runs", $formats, 'xhprof.auto_mode=timeline',
		'arg_separator.input="&;"', "xhprof.trigger_secret=$secret"), ['REQUEST_URI' => "/page?$query",
			'QUERY_STRING' => $query, 'HTTP_COOKIE' => "session=$secret; XHPROF_TRIGGER=$secret",
			'HTTP_AUTHORIZATION' => "Basic $secret", 'HTTP_X_XHPROF_TRIGGER' => $secret,
			'HTTP_REFERER' => "http://example.com/?$secret", 'HTTP_USER_AGENT' => $secret]);
	look($folder, $secret);
}
foreach (["http://anna:$secret@h/x?a=1#token=$secret", "https://$secret@h", '//h/x', '/a://b?c=d'] as $uri) {
	cgi("$folder/page.inc", auto_settings("$folder/runs", $formats, 'xhprof.auto_mode=timeline'),
		['REQUEST_URI' => $uri, 'QUERY_STRING' => 'a=1']);
	look($folder, $secret);
}
echo "== commands\n";
foreach ([["mysql://root:$secret@db/app"], ["--dsn=mysql:host=db;password=$secret"],
	["-p$secret"], ['--header', "Authorization: Bearer $secret"],
	["--password=$secret", '-u', 'anna', '--token', $secret, "pin=$secret", $secret]] as $words) {
	child_php("$folder/page.inc", auto_settings("$folder/runs", $formats, 'xhprof.auto_mode=timeline'), [], $words);
	look($folder, $secret);
}
echo "== all of it\n";
cgi("$folder/page.inc", auto_settings("$folder/runs"),
	['REQUEST_METHOD' => 'POST', 'CONTENT_LENGTH' => '0', 'REQUEST_URI' => '/x?a=1&b=2', 'QUERY_STRING' => 'a=1&b=2']);
[$meta] = metas("$folder/runs");
$meta['xhprof'] = array_replace($meta['xhprof'], ['run' => 'RUN', 'wall_ns' => 'N', 'peak_bytes' => 'N', 'pid' => 'PID',
	'php' => $meta['xhprof']['php'] === PHP_VERSION, 'hook' => $meta['xhprof']['hook'] === xhprof_info()['hook'],
	'opcache' => is_bool($meta['xhprof']['opcache']), 'jit' => is_bool($meta['xhprof']['jit']),
	'patterns' => is_int($meta['xhprof']['patterns']), 'machine' => $meta['xhprof']['machine'] === gethostname()]);
$meta['request_ts_micro'] = $meta['request_ts'] = $meta['request_date'] = $meta['SERVER']['REQUEST_TIME'] =
	$meta['SERVER']['REQUEST_TIME_FLOAT'] = 'TIME';
print_r($meta);
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/meta_path.tmp');
?>
--EXPECT--
/page?password&user  {"password":"","user":""}
/page?PassWord  {"PassWord":""}
/page?user  {"user":""}
/page?a  {"a":""}
/page?password  {"password":""}
/page?access_token&id  {"access_token":"","id":""}
/page?q  {"q":""}
/page?data  {"data":""}
/page?data  {"data":""}
/page?code&country_code  {"code":"","country_code":""}
/page?XHPROF_TRIGGER  {"XHPROF_TRIGGER":""}
/page?x  {"x":""}
/page?next&y  {"next":"","y":""}
/page?next  {"next":""}
/page?a  {"a":""}
/page  []
/page  []
/page?a  {"a":""}
/page?token&b  {"token":"","b":""}
/page  []
/page?7  {"7":""}
/page?a  {"a":""}
/page?a_b_c  {"a_b_c":""}
/x?a  {"a":""}
/?a  {"a":""}
//h/x?a  {"a":""}
/a://b?a  {"a":""}
== commands
FOLDER/page.inc  []
FOLDER/page.inc  []
FOLDER/page.inc  []
FOLDER/page.inc  []
FOLDER/page.inc  []
== all of it
Array
(
    [url] => /x?a&b
    [get] => Array
        (
            [a] => 
            [b] => 
        )

    [env] => Array
        (
        )

    [SERVER] => Array
        (
            [REQUEST_METHOD] => POST
            [HTTP_HOST] => www.example.com
            [SERVER_PROTOCOL] => HTTP/1.1
            [SCRIPT_NAME] => /page.inc
            [CONTENT_LENGTH] => 0
            [REQUEST_TIME] => TIME
            [REQUEST_TIME_FLOAT] => TIME
        )

    [simple_url] => /x?a&b
    [request_ts_micro] => TIME
    [request_ts] => TIME
    [request_date] => TIME
    [xhprof] => Array
        (
            [run] => RUN
            [reason] => xhprof.auto=always
            [mode] => hier
            [flags] => cpu,memory
            [host] => www.example.com
            [method] => POST
            [status] => 418
            [failed] => 
            [wall_ns] => N
            [peak_bytes] => N
            [php] => 1
            [sapi] => cgi-fcgi
            [hook] => 1
            [opcache] => 1
            [jit] => 1
            [patterns] => 1
            [machine] => 1
            [pid] => PID
        )

)
