--TEST--
xhprof serve shows a folder's runs to whoever has the token, under its own name, read only, and ends its server
--SKIPIF--
<?php
require __DIR__ . '/saved.inc';
if (!function_exists('pcntl_signal') || PHP_OS_FAMILY === 'Windows') {
	die('skip needs pcntl and symlinks');
}
if (!XHProf\Profile::formats()['json.gz']['is_available']) {
	die('skip built without zlib');
}
?>
--FILE--
<?php
require __DIR__ . '/saved.inc';

$folder = fresh_folder(__FILE__);
for ($i = 1; $i <= 3; $i++) {
	save_request($folder, "00000000000000a$i", ['', '/cart?<id>', '/<script>alert("1")</script>', '/slow'][$i],
		100 * $i, $i === 3 ? 500 : 200, 3600 * $i);
}
XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 7]])->export('json', "$folder/mine.json");
touch("$folder/mine.json", time() - 36000);
copy("$folder/mine.json", __DIR__ . '/serve.outside.json');
symlink(__DIR__ . '/serve.outside.json', "$folder/20261122-100000-shop-x-7-00000000000000ff.xhprof.json");
symlink(__DIR__ . '/serve.outside.json', "$folder/link.json");
$damaged = save_request($folder, '00000000000000ee', '/cart', 5, 200, 54000);
file_put_contents("$folder/$damaged", "\x1f\x8bnothing");
touch("$folder/$damaged", time() - 54000);

$module = module_path();
$log = __DIR__ . '/serve.err.tmp';
$process = proc_open([PHP_BINARY, '-n', ...($module === null ? [] : ['-d', "extension=$module"]), TOOL, 'serve',
	$folder, '--listen', '127.0.0.1:0'], [['file', '/dev/null', 'r'], ['pipe', 'w'], ['file', $log, 'w']], $pipes);
$url = trim((string) fgets($pipes[1]));
preg_match('~^http://(127\.0\.0\.1:(\d+))/([0-9a-f]{32})/$~', $url, $part) === 1
	|| die("no address: $url" . file_get_contents($log));
[, $host, $port, $token] = $part;

/* Status, headers and body of an answer. */
function ask(string $target, string $method = 'GET', ?string $name = null): array
{
	$socket = stream_socket_client("tcp://127.0.0.1:{$GLOBALS['port']}", $code, $error, 60);
	stream_set_timeout($socket, 60);
	fwrite($socket, "$method $target HTTP/1.0\r\nHost: " . ($name ?? $GLOBALS['host']) . "\r\n\r\n");
	[$head, $body] = explode("\r\n\r\n", stream_get_contents($socket), 2) + [1 => ''];
	fclose($socket);

	return [(int) substr($head, 9, 3), $head, $body];
}

function tell(string $what, array $answer): void
{
	preg_match('~<h1>(.*?)</h1>~', $answer[2], $title);
	echo "$what: $answer[0]", isset($title[1]) ? " $title[1]" : '', "\n";
}

/* The ids and requests of a list. */
function rows(string $query = ''): void
{
	[$status, , $body] = ask("/{$GLOBALS['token']}/$query");
	preg_match_all('~<td class="uri">(.*?)</td>.*?<td class="n status[^"]*">(\d*)</td><td class="n wall">(.*?)</td>~',
		$body, $found, PREG_SET_ORDER);
	echo "$query: $status\n";
	foreach ($found as [, $request, $code, $wall]) {
		echo '  ', trim(html_entity_decode(strip_tags($request))), " $code $wall\n";
	}
	echo preg_match('~role="alert">(.*?)</span>~', $body, $alert) === 1 ? "  $alert[1]\n" : '';
	echo preg_match('~<script|onerror~i', $body) === 1 ? "  A SCRIPT\n" : '';
}

foreach (['', '?uri=/cart*', '?slower-than=150ms&sort=wall', '?status=5xx',
	'?since=90m', '?uri=/none', '?slower-than=x', '?uri[]=a&page=99', '?page=-1',
	'?sort=-wall', '?sort=uri&status=200', '?sort=status', '?sort=none'] as $query) {
	rows($query);
}
preg_match_all('~<th[^>]*>(?:<a[^>]*>[^<]*</a>)?~', ask("/$token/?sort=wall&uri=/*")[2], $heads);
echo html_entity_decode(implode("\n", $heads[0])), "\n";
foreach (['the run' => 'run/00000000000000a1', 'a script for a name' => 'run/00000000000000a2',
	'a file' => 'run/mine.json', 'two' => 'diff?run[]=00000000000000a1&run[]=00000000000000a3'] as $what => $path) {
	$answer = ask("/$token/$path");
	preg_match('~id="xhprof">(.*?)</script>~s', $answer[2], $data);
	$data = json_decode($data[1] ?? '', true);
	echo "$what: $answer[0] ", $data['kind'] ?? 'NO DATA', ' back to ', $data['list'] ?? 'NOTHING', ' ', implode(' ',
		array_map(fn ($run) => $run['title'] . ' ' . ($run['meta']['url'] ?? ''), $data['runs'] ?? [])), "\n";
}
foreach (['run/', 'run/00000000000000ff', 'run/link.json', 'run/../serve.outside.json', 'run/..%2fserve.outside.json',
	'run/%2fetc%2fpasswd', 'run//etc/passwd', 'run/mine.json%00', 'run/.', 'run/0000', 'run/00000000000000ee',
	'run/00000000000000ee.json', 'run/*', 'diff', 'diff?run[]=00000000000000a1', 'diff?run=a', 'diff?run[][]=a&run[]=b',
	'diff?run[]=../x&run[]=y', '../', 'serve.php', '%2e%2e/src/Problem.php'] as $path) {
	tell($path, ask("/$token/$path"));
}
foreach (['/', "/$token", '/' . strtoupper($token) . '/', "/{$token}0/", '/' . substr($token, 0, -1) . '/', '//',
	"/x/$token/", '/autoload.php', '/serve.php', '/src/Problem.php'] as $path) {
	tell(str_replace([$token, strtoupper($token), substr($token, 0, -1)], ['TOKEN', 'UPPER', 'SHORT'], $path),
		ask($path));
}
foreach (['POST', 'DELETE', 'PUT'] as $method) {
	tell($method, ask("/$token/", $method));
}
foreach (['evil.example', "evil.example:$port", '127.0.0.1', "localhost:$port", "LOCALHOST:$port",
	"127.0.0.1.evil.example:$port", "[::1]:$port", '', "10.0.0.1:$port"] as $name) {
	tell('Host: ' . str_replace($port, 'PORT', $name), ask("/$token/", 'HEAD', $name));
}
foreach (["/$token/", "/$token/run/00000000000000a1", '/'] as $path) {
	$lines = preg_grep('/^(Content-Security|Content-Type|X-|Referrer|Cache|Cross)/', explode("\r\n", ask($path)[1]));
	echo preg_replace('/sha256-[^\']+/', 'sha256-...', implode("\n", $lines)), "\n";
}
$before = array_map(fn ($name) => "$name " . filemtime("$folder/$name"), array_diff(scandir($folder), ['.', '..']));
echo count($before), ' files, as before: ', count(glob("$folder/*")), "\n";
save_request($folder, '00000000000000b0', '', 1);
rows('?since=30m');

proc_terminate($process);
proc_close($process);
$socket = @stream_socket_client("tcp://127.0.0.1:$port", $code, $error, 5);
echo $socket === false ? "ended\n" : "STILL THERE\n", str_replace($folder, 'FOLDER', file_get_contents($log));
foreach ([['serve', "$folder/none"], ['serve', $folder, '--listen', 'x:y'],
	['serve', $folder, '--listen', '127.0.0.1:70000'], ['serve', $folder, 'b']] as $arguments) {
	show_saved($folder, $arguments);
}
?>
--CLEAN--
<?php
require __DIR__ . '/saved.inc';
remove(__DIR__ . '/serve.tmp');
@unlink(__DIR__ . '/serve.outside.json');
@unlink(__DIR__ . '/serve.err.tmp');
?>
--EXPECT--
: 200
  GET /cart?<id> 200 100 ms
  GET /<script>alert("1")</script> 200 200 ms
  GET /slow 500 300 ms
  mine.json  7.00 us
  shop-cart-7 (damaged)  
?uri=/cart*: 200
  GET /cart?<id> 200 100 ms
?slower-than=150ms&sort=wall: 200
  GET /slow 500 300 ms
  GET /<script>alert("1")</script> 200 200 ms
?status=5xx: 200
  GET /slow 500 300 ms
?since=90m: 200
  GET /cart?<id> 200 100 ms
?uri=/none: 200
?slower-than=x: 422
  Slower than takes a time, not &quot;x&quot;: write it like 500ms or 1.5s
?uri[]=a&page=99: 200
  GET /cart?<id> 200 100 ms
  GET /<script>alert("1")</script> 200 200 ms
  GET /slow 500 300 ms
  mine.json  7.00 us
  shop-cart-7 (damaged)  
?page=-1: 200
  GET /cart?<id> 200 100 ms
  GET /<script>alert("1")</script> 200 200 ms
  GET /slow 500 300 ms
  mine.json  7.00 us
  shop-cart-7 (damaged)  
?sort=-wall: 200
  shop-cart-7 (damaged)  
  mine.json  7.00 us
  GET /cart?<id> 200 100 ms
  GET /<script>alert("1")</script> 200 200 ms
  GET /slow 500 300 ms
?sort=uri&status=200: 200
  GET /<script>alert("1")</script> 200 200 ms
  GET /cart?<id> 200 100 ms
?sort=status: 200
  GET /slow 500 300 ms
  GET /cart?<id> 200 100 ms
  GET /<script>alert("1")</script> 200 200 ms
  mine.json  7.00 us
  shop-cart-7 (damaged)  
?sort=none: 422
  Sort cannot be &quot;none&quot;: it is one of: time, wall, cpu, memory, uri, status
<thead>
<th>
<th><a href="./?uri=%2F%2A">Saved</a>
<th>
<th><a href="./?sort=uri&uri=%2F%2A">Request</a>
<th class="n"><a href="./?sort=status&uri=%2F%2A">Status</a>
<th class="n" aria-sort="descending"><a href="./?sort=-wall&uri=%2F%2A">Wall ▾</a>
<th class="n"><a href="./?sort=cpu&uri=%2F%2A">CPU</a>
<th class="n"><a href="./?sort=memory&uri=%2F%2A">Memory</a>
<th>
<th>
the run: 200 run back to ../ GET /cart?<id> /cart?<id>
a script for a name: 200 run back to ../ GET /<script>alert("1")</script> /<script>alert("1")</script>
a file: 200 run back to ../ mine.json 
two: 200 diff back to ./ GET /slow /slow GET /cart?<id> /cart?<id>
run/: 404 There is no such run
run/00000000000000ff: 404 There is no such run
run/link.json: 404 There is no such run
run/../serve.outside.json: 404 There is no such run
run/..%2fserve.outside.json: 404 There is no such run
run/%2fetc%2fpasswd: 404 There is no such run
run//etc/passwd: 404 There is no such run
run/mine.json%00: 404 There is no such run
run/.: 404 There is no such run
run/0000: 404 There is no such run
run/00000000000000ee: 422 20261122-100000-shop-cart-7-00000000000000ee.xhprof.json.gz cannot be read as a profile: it is damaged or incomplete
run/00000000000000ee.json: 404 There is no such run
run/*: 404 There is no such run
diff: 422 0 runs are chosen
diff?run[]=00000000000000a1: 422 1 run is chosen
diff?run=a: 422 0 runs are chosen
diff?run[][]=a&run[]=b: 422 1 run is chosen
diff?run[]=../x&run[]=y: 404 There is no such run
../: 404 No such page
serve.php: 404 No such page
%2e%2e/src/Problem.php: 404 No such page
/: 403 The address lacks its token
/TOKEN: 302
/UPPER/: 403 The address lacks its token
/TOKEN0/: 403 The address lacks its token
/SHORT/: 403 The address lacks its token
//: 403 The address lacks its token
/x/TOKEN/: 403 The address lacks its token
/autoload.php: 403 The address lacks its token
/serve.php: 403 The address lacks its token
/src/Problem.php: 403 The address lacks its token
POST: 405 This server is read-only
DELETE: 405 This server is read-only
PUT: 405 This server is read-only
Host: evil.example: 421
Host: evil.example:PORT: 421
Host: 127.0.0.1: 421
Host: localhost:PORT: 200
Host: LOCALHOST:PORT: 200
Host: 127.0.0.1.evil.example:PORT: 421
Host: [::1]:PORT: 200
Host: : 421
Host: 10.0.0.1:PORT: 421
Content-Type: text/html; charset=utf-8
X-Content-Type-Options: nosniff
Referrer-Policy: no-referrer
Cache-Control: no-store
X-Frame-Options: DENY
Cross-Origin-Opener-Policy: same-origin
Cross-Origin-Resource-Policy: same-origin
Content-Security-Policy: default-src 'none'; img-src data:; base-uri 'none'; frame-ancestors 'none'; style-src 'sha256-...'; form-action 'self'
Content-Type: text/html; charset=utf-8
X-Content-Type-Options: nosniff
Referrer-Policy: no-referrer
Cache-Control: no-store
X-Frame-Options: DENY
Cross-Origin-Opener-Policy: same-origin
Cross-Origin-Resource-Policy: same-origin
Content-Security-Policy: base-uri 'none'; form-action 'none'; frame-ancestors 'none'
Content-Type: text/html; charset=utf-8
X-Content-Type-Options: nosniff
Referrer-Policy: no-referrer
Cache-Control: no-store
X-Frame-Options: DENY
Cross-Origin-Opener-Policy: same-origin
Cross-Origin-Resource-Policy: same-origin
Content-Security-Policy: default-src 'none'; img-src data:; base-uri 'none'; frame-ancestors 'none'; style-src 'sha256-...'
7 files, as before: 7
?since=30m: 200
  GET shop--7 200 1.00 ms
ended
xhprof: shows FOLDER; Ctrl+C ends it
$ xhprof serve FOLDER/none
xhprof: FOLDER/none: no such folder
status 2

$ xhprof serve FOLDER --listen x:y
xhprof: --listen takes an address and a port, not "x:y"
        write it like 127.0.0.1:8080 or [::1]:8080; port 0 chooses any free port
status 2

$ xhprof serve FOLDER --listen 127.0.0.1:70000
xhprof: --listen takes an address and a port, not "127.0.0.1:70000"
        write it like 127.0.0.1:8080 or [::1]:8080; port 0 chooses any free port
status 2

$ xhprof serve FOLDER b
xhprof: too many folders
        xhprof serve [DIR|URL]
status 2
