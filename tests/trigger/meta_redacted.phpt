--TEST--
What is saved of a request has no secrets: of its URI, its arguments and its variables
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
$queries = [
	"password=$secret&user=anna", "PassWord=$secret", "user[password]=$secret&user[name]=anna", "a[api_key][x]=$secret", "%70assword=$secret",
	"access_token=$secret;id=5", "sid=$secret&side=left&inside=1", "PHPSESSID=$secret", "code=$secret&country_code=de", "XHPROF_TRIGGER=$secret",
	"xhprof_trigger=$secret", "keyword=$secret", "q=what+is+a+token", "x=1?auth=$secret", "next=%2Flogin%3Ftoken%3D$secret%26x%3D1&y=1", "next=/a?b=c", "next=%2Fa%3Fb%3Dc", "_csrf=$secret&--pin=$secret", "password", "=$secret-is-nobodys",
];
foreach ($queries as $query) {
	cgi("$folder/page.inc", auto_settings("$folder/runs", 'xhprof.auto_formats=json,xhgui', 'arg_separator.input="&;"',
		"xhprof.trigger_secret=$secret"), ['REQUEST_URI' => "/page?$query",
		'QUERY_STRING' => $query, 'HTTP_COOKIE' => "session=$secret; XHPROF_TRIGGER=$secret", 'HTTP_AUTHORIZATION' => "Basic $secret",
		'HTTP_X_XHPROF_TRIGGER' => $secret, 'HTTP_REFERER' => "http://example.com/?$secret", 'HTTP_USER_AGENT' => $secret]);
	[$meta] = metas("$folder/runs");
	echo $meta['url'], '  ', json_encode($meta['get']), "\n";
	foreach (glob("$folder/runs/*") as $file) {
		if (preg_match('/hunter2(?!-is)/', file_get_contents($file) . basename($file))) {
			echo basename($file), " has it\n";
		}
	}
	forget("$folder/runs");
}
echo "== the whole of it\n";
cgi("$folder/page.inc", auto_settings("$folder/runs"), ['REQUEST_METHOD' => 'POST', 'CONTENT_LENGTH' => '0', 'REQUEST_URI' => 'http://anna:hunter2@h/x?a=1#token=2']);
[$meta] = metas("$folder/runs");
$meta['xhprof'] = array_replace($meta['xhprof'], ['run' => 'RUN', 'wall_ns' => 'N', 'peak_bytes' => 'N', 'pid' => 'PID', 'php' => $meta['xhprof']['php'] === PHP_VERSION]);
$meta['request_ts_micro'] = $meta['request_ts'] = $meta['request_date'] = $meta['SERVER']['REQUEST_TIME'] = $meta['SERVER']['REQUEST_TIME_FLOAT'] = 'TIME';
print_r($meta);
forget("$folder/runs");
echo "== a command\n";
child_php("$folder/page.inc", auto_settings("$folder/runs"), [], ['--password=hunter2', '-u', 'anna', '--token', 'hunter2', '--auth-key', '--verbose', 'x=y',
	'password=hunter2']);
echo str_replace($folder, 'FOLDER', metas("$folder/runs")[0]['url']), "\n";
foreach ([['--api-key', '-hunter2', '-v', '--token', '--verbose', '-x', '--pin', '-', 'y'], ['token=hunter2', 'a=b', 'PIN=hunter2', 'x=y', 'token', 'z', '=a'],
	['-secret', '-token', 'hunter2', 'x', '--auth=', 'x', '--key'], ['--password', '--', 'x', '--password', '', 'y', 'http://h/?token=hunter2']] as $words) {
	forget("$folder/runs");
	child_php("$folder/page.inc", auto_settings("$folder/runs"), [], $words);
	echo str_replace($folder, 'FOLDER', metas("$folder/runs")[0]['url']), "\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/meta_redacted.tmp');
?>
--EXPECT--
/page?password=[redacted]&user=anna  {"password":"[redacted]","user":"anna"}
/page?PassWord=[redacted]  {"PassWord":"[redacted]"}
/page?user[password]=[redacted]&user[name]=anna  {"user":{"password":"[redacted]","name":"anna"}}
/page?a[api_key][x]=[redacted]  {"a":{"api_key":"[redacted]"}}
/page?%70assword=[redacted]  {"password":"[redacted]"}
/page?access_token=[redacted];id=5  {"access_token":"[redacted]","id":"5"}
/page?sid=[redacted]&side=left&inside=1  {"sid":"[redacted]","side":"left","inside":"1"}
/page?PHPSESSID=[redacted]  {"PHPSESSID":"[redacted]"}
/page?code=[redacted]&country_code=de  {"code":"[redacted]","country_code":"de"}
/page?XHPROF_TRIGGER=[redacted]  {"XHPROF_TRIGGER":"[redacted]"}
/page?xhprof_trigger=[redacted]  {"xhprof_trigger":"[redacted]"}
/page?keyword=[redacted]  {"keyword":"[redacted]"}
/page?q=what+is+a+token  {"q":"what is a token"}
/page?x=1?auth=[redacted]  {"x":"[redacted]"}
/page?next=[redacted]&y=1  {"next":"[redacted]","y":"1"}
/page?next=/a?b=c  {"next":"\/a?b=c"}
/page?next=%2Fa%3Fb%3Dc  {"next":"\/a?b=c"}
/page?_csrf=[redacted]&--pin=[redacted]  {"_csrf":"[redacted]","--pin":"[redacted]"}
/page?password  {"password":"[redacted]"}
/page?=hunter2-is-nobodys  []
== the whole of it
Array
(
    [url] => http://[redacted]@h/x?a=1#token=[redacted]
    [get] => Array
        (
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

    [simple_url] => http://[redacted]@h/x?a#token=[redacted]
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
            [pid] => PID
        )

)
== a command
FOLDER/page.inc --password=[redacted] -u anna --token [redacted] --auth-key --verbose x=y password=[redacted]
FOLDER/page.inc --api-key [redacted] -v --token --verbose -x --pin [redacted] y
FOLDER/page.inc token=[redacted] a=b PIN=[redacted] x=y token z =a
FOLDER/page.inc -secret [redacted] [redacted] x --auth=[redacted] x --key
FOLDER/page.inc --password -- x --password [redacted] y http://h/?token=[redacted]
