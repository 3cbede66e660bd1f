--TEST--
HTTP requests have a bounded answer and time, follow no redirect, and leave their secrets out of what is said of them
--EXTENSIONS--
curl
--FILE--
<?php
require __DIR__ . '/../stub.inc';

use XHProf\Cli\Problem;
use XHProf\Fleet\Agent\HttpDelivery;
use XHProf\Fleet\Agent\Outcome;
use XHProf\Fleet\Http\HttpClient;
use XHProf\Fleet\Http\HttpRequest;
use XHProf\Fleet\Http\HttpResponse;

$stub = new Stub(fleet_folder(__FILE__));

function message(string $method = 'POST', string $body = "a\0b", array $secrets = [],
	array $headers = ['X-Kind: test']): HttpRequest
{
	return new HttpRequest($method, "http://{$GLOBALS['stub']->address}/path?x=1", $headers, $body, fn () => $secrets);
}

function tell(string $what, HttpResponse $answer): void
{
	$headers = array_diff_key($answer->headers, ['connection' => 1, 'content-length' => 1]);
	$body = strlen($answer->body) > 80 ? strlen($answer->body) . ' bytes' : json_encode($answer->body);
	$error = preg_replace(['/\d+ milliseconds/', '/127\.0\.0\.1( port|:) ?\d+/'],
		['N milliseconds', 'ADDRESS'], $answer->error);
	echo "$what: $answer->status $body ", json_encode($headers), $error === '' ? '' : " error: $error", "\n";
}

$http = new HttpClient();
$stub->answer(['status' => 201, 'body' => 'made', 'headers' => ['X-More' => ' a: b ']]);
tell('an answer', $http->ask(message()));
$request = $stub->requests()[0];
unset($request['headers']['host'], $request['headers']['user-agent'], $request['headers']['accept']);
echo json_encode($request, JSON_UNESCAPED_SLASHES), "\n";
tell('GET', $http->ask(message('GET', 'ignored')));
tell('DELETE', $http->ask(message('DELETE', '', [], [])));
echo json_encode(array_map(fn ($request) => [$request['method'], $request['body'],
	$request['headers']['content-type'] ?? null], array_slice($stub->requests(), 1))), "\n";

echo "\n";
$stub->answer(['status' => 302, 'headers' => ['Location' => '/elsewhere'], 'body' => 'go']);
tell('a redirect', $http->ask(message()));
$stub->answer(['body' => str_repeat('x', 100000)]);
tell('much, cut', $http->ask(message()));
tell('much, asked for', $http->ask(message(), 100000));
tell('too much', $http->ask(message(), 99999));
$stub->answer(['do' => 'cut', 'body' => 'begin']);
$answer = $http->ask(message());
echo 'cut: ', $answer->status, ' "', $answer->body, '" ',
	str_contains($answer->error, 'with 100 bytes ') ? '100 bytes lack' : $answer->error, "\n";
$stub->answer(['do' => 'reset']);
$answer = $http->ask(message('POST', str_repeat('x', 1 << 22)));
echo 'reset: ', $answer->status, $answer->error !== '' ? ' with an error' : ' WITHOUT AN ERROR', "\n";
$stub->answer(['do' => 'hang']);
foreach (tries() as $factor) { // it may have no time even to connect
	$answer = (new HttpClient(null, 0.2 * $factor))->ask(message());
	if (str_contains($answer->error, '0 bytes received')) {
		break;
	}
}
tell('hangs', $answer);
$call = $http->start(message());
echo 'under way: ', json_encode($call->poll()), "\n";
$call->abort();
tell('given up', $call->poll());

echo "\n";
$basic = 'Authorization: Basic ' . base64_encode('me:hidden-password');
foreach ([403, 200] as $status) {
	$stub->answer(['status' => $status, 'body' => 'not with hidden-password or tokentoken',
		'headers' => ['X-Echo' => 'tokentoken']]);
	tell('secrets', $http->ask(message('POST', '', [$basic, 'X-Token: tokentoken'])));
}
$sent = $stub->requests();
echo json_encode(array_intersect_key(end($sent)['headers'], ['authorization' => 1, 'x-token' => 1])), "\n";
$stub->answer(['status' => 401, 'body' => 'no token se-cret or se%2Dcret']);
tell('in the query',
	$http->ask(new HttpRequest('GET', "http://$stub->address/?a=b", [], '', fn () => [], fn () => 'token=se%2Dcret')));
tell('without one', $http->ask(new HttpRequest('GET', "http://$stub->address/", [], '', fn () => [], fn () => '')));
echo implode(' ', array_column(array_slice($stub->requests(), -2), 'target')), "\n";
tell('a line break', $http->ask(message('POST', '', ["X-Token: a\r\nX-Other: b"])));
tell('no secret',
	$http->ask(new HttpRequest('GET', "http://$stub->address/", [], '', fn () => throw new Problem('no such file'))));
$free = stream_socket_server('tcp://127.0.0.1:0');
$closed = stream_socket_get_name($free, false);
fclose($free);
$answer = $http->ask(new HttpRequest('GET', "http://$closed/", [], '', fn () => []));
echo 'refused: ', $answer->status, $answer->error !== '' ? ' with an error' : ' WITHOUT AN ERROR', "\n";
$answer = $http->ask(new HttpRequest('GET', 'file:///etc/passwd', [], '', fn () => []));
// the rest is libcurl's
echo 'another protocol: ', $answer->status, ' "', $answer->body, '" ', substr($answer->error, 0, 15), "\n";
try {
	new HttpClient('/no/such/file');
} catch (Problem $problem) {
	echo $problem->getMessage(), "\n";
}

echo "\n";
function deliver(HttpRequest ...$messages): void
{
	$before = count($GLOBALS['stub']->requests());
	$delivery = new HttpDelivery($GLOBALS['http'], $messages, Outcome::ofHttp(...));
	$outcome = wait_until('an outcome', fn () => $delivery->poll());
	echo $outcome->isAccepted ? 'accepted' : ($outcome->isPoison ? 'poison' : 'later'),
		' ', json_encode([$outcome->reason, $outcome->afterS]),
		', requests: ', count($GLOBALS['stub']->requests()) - $before, "\n";
}
$stub->answer([]);
deliver();
deliver(message(), message());
$stub->answer([], ['status' => 429, 'headers' => ['Retry-After' => '7'], 'body' => "slow\ndown"]);
deliver(message(), message(), message());
$stub->answer([], ['status' => 503]);
deliver(message(), message(), message());
$stub->answer(['status' => 503]);
deliver(message(), message());
$stub->answer(['status' => 400, 'body' => 'no such column']);
deliver(message(), message());
$stub->end();
?>
--EXPECT--
an answer: 201 "made" {"x-more":"a: b"}
{"body":"a\u0000b","method":"POST","target":"/path?x=1","headers":{"x-kind":"test","content-length":"3"}}
GET: 201 "made" {"x-more":"a: b"}
DELETE: 201 "made" {"x-more":"a: b"}
[["GET","",null],["DELETE","",null]]

a redirect: 302 "go" {"location":"\/elsewhere"}
much, cut: 200 65536 bytes []
much, asked for: 200 100000 bytes []
too much: 0 99999 bytes [] error: its answer is longer than 99999 bytes
cut: 0 "begin" 100 bytes lack
reset: 0 with an error
hangs: 0 "" [] error: Operation timed out after N milliseconds with 0 bytes received
under way: null
given up: 0 "" [] error: given up

secrets: 403 "not with *** or ***" {"x-echo":"***"}
secrets: 200 "not with hidden-password or tokentoken" {"x-echo":"tokentoken"}
{"authorization":"Basic bWU6aGlkZGVuLXBhc3N3b3Jk","x-token":"tokentoken"}
in the query: 401 "no token *** or ***" []
without one: 401 "no token se-cret or se%2Dcret" []
/?a=b&token=se%2Dcret /
a line break: 0 "" [] error: the header X-Token would have a line break
no secret: 0 "" [] error: no such file
refused: 0 with an error
another protocol: 0 "" Protocol "file"
ca_file: /no/such/file cannot be read

accepted ["",null], requests: 0
accepted ["",null], requests: 2
later ["HTTP 429 slow",7], requests: 2
later ["HTTP 503",null], requests: 2
later ["HTTP 503",null], requests: 1
poison ["HTTP 400 no such column",null], requests: 1
