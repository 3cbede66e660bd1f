--TEST--
URLs, requests and answers of HTTP are judged, and no secret is told
--EXTENSIONS--
curl
--FILE--
<?php
require __DIR__ . '/../../cli/unit/unit.inc';

use XHProf\Cli\Process\TraceParent;
use XHProf\Fleet\Http\Endpoint;
use XHProf\Fleet\Http\HttpCall;
use XHProf\Fleet\Http\HttpClient;
use XHProf\Fleet\Http\HttpRequest;
use XHProf\Fleet\Http\HttpResponse;
use XHProf\Fleet\Http\Webhook;

putenv('XHPROF_SHIP_SECRET');
$schemes = ['clickhouse', 'otlp'];
$of = static fn (string $url): Endpoint => Endpoint::of($url, $schemes);

/* Places. */
$place = $of('clickhouse+https://u%40x@ch.example:8443/db?days=5&a=1&secret_env=UNIT_SECRET');
same('its parts', ['clickhouse', 'https://ch.example:8443', '/db', 'u@x', ['days' => '5', 'a' => '1']], [$place->scheme,
	$place->base, $place->path, $place->user, $place->options]);
same('without credentials', 'clickhouse+https://ch.example:8443/db', $place->name());
refused('no variable', 'the variable UNIT_SECRET', static fn () => $place->secret());
putenv('UNIT_SECRET=p');
same('by a password', ['Authorization: Basic ' . base64_encode('u@x:p')], $place->authorization());
same('by a token', ['Authorization: Bearer p'], $of('otlp+http://h/?secret_env=UNIT_SECRET')->authorization());
same('by nothing', [], $of('otlp+http://h/')->authorization());
file_put_contents($file = unit_folder() . '/secret', " s \n");
same('of a file', 's', $of("otlp+http://h/?secret_file=$file")->secret());
refused('no file', 'the secret cannot be read', static fn () => $of("otlp+http://h/?secret_file=$file.none")->secret());
same('no path', '/', $of('otlp+http://h')->path);
foreach (['http://h/', 'other+http://h/', 'otlp+ftp://h/', 'otlp+http:///x', 'otlp'] as $url) {
	refused("the place $url", 'is not a destination', static fn () => $of($url));
}
refused('a password', 'a password in a URL can be read', static fn () => $of('otlp+http://u:geheim@h/'));
same('masked', ['x://u:***@h/', 'x://u:***@h/', 'x://h:80/a'], all_of(Endpoint::masked(...), ['x://u:geheim@h/',
	'x://u:ge@heim@h/', 'x://h:80/a']));
refused('an unknown option', 'unknown option "dais" (did you mean days?',
	static fn () => $of('otlp+http://h/?dais=1')->refuseOptionsBut(['days']));
same('a known one', null, $of('otlp+http://h/?days=1')->refuseOptionsBut(['days']));
putenv('XHPROF_SHIP_SECRET=x');
refused('one secret for two', 'would go to 2 places', static fn () => Endpoint::needOwnSecrets(['otlp+http://a/',
	'otlp+http://b/', 'file:x']));
same('one has its own', null, Endpoint::needOwnSecrets(['otlp+http://a/', 'otlp+http://b/?secret_env=', 'file:x']));
putenv('XHPROF_SHIP_SECRET');

/* Answers. */
foreach ([[200, true], [299, true], [199, false], [300, false], [0, false]] as [$status, $isAccepted]) {
	same("$status is accepted", $isAccepted, (new HttpResponse($status, [], ''))->isAccepted());
}
same('failures', ['', 'HTTP 500 first', 'HTTP 404', 'refused'], [(new HttpResponse(204, [], 'x'))->failure(),
	(new HttpResponse(500, [], "first\r\nsecond"))->failure(), (new HttpResponse(404, [], ''))->failure(),
	(new HttpResponse(0, [], 'x', 'refused'))->failure()]);
same('of bounded length', strlen('HTTP 500 ') + 300, strlen((new HttpResponse(500, [], str_repeat('a',
	999)))->failure()));

/* A call gathers its answer. */
$call = static fn (?int $most = null): HttpCall => new HttpCall(static function (): void {
}, static function (): void {
}, $most);
/* Lets curl's functions have the lines and the body. */
$answer = static function (HttpCall $call, array $lines, array $parts, int $status, string $error = ''): array {
	[$header, $body] = array_values($call->options());
	$handle = curl_init();
	foreach ($lines as $line) {
		same("the length of $line", strlen($line), $header($handle, $line));
	}
	$taken = array_map(static fn (string $part): int => $body($handle, $part), $parts);
	$call->end($status, $error);

	return [$call->poll(), $taken];
};
[$found] = $answer($call(), ["HTTP/1.1 100 Continue\r\n", "X-Old: 1\r\n", "HTTP/1.1 200 OK\r\n", "Retry-After:  5 \r\n",
	"a:b:c\r\n", "\r\n"], ['ab', 'cd'], 200);
same('the last headers, the whole body', [200, ['retry-after' => '5', 'a' => 'b:c'], 'abcd'], [$found->status,
	$found->headers, $found->body]);
[$found, $taken] = $answer($call(), [], [str_repeat('a', 65_000), str_repeat('b', 1000)], 200);
same('64 KiB of a body', [65_536, [65_000, 1000]], [strlen($found->body), $taken]);
[$found, $taken] = $answer($call(4), [], ['abcd'], 200);
same('exactly as much as was asked for', ['abcd', [4], ''], [$found->body, $taken, $found->error]);
[$found, $taken] = $answer($call(4), [], ['abcd', 'e'], 0, 'write error');
same('one more', [[4, 0], 'its answer is longer than 4 bytes'], [$taken, $found->error]);
$hidden = $call();
$hidden->hide(['Authorization: Basic ' . base64_encode('user:geheim'), 'X-Key: abcdef'], 'token=a%20bcd&x=abc');
[$found] = $answer($hidden, ["X: abcdef\r\n"],
	['geheim, ' . base64_encode('user:geheim') . ', a%20bcd, a bcd, abc, user'], 500, 'geheim');
same('secrets of a failure are masked, but no short word', ['***, ***, ***, ***, abc, user', '***', ['x' => '***']],
	[$found->body, $found->error, $found->headers]);

/* What is not sent at all. */
$client = new HttpClient();
$none = static fn (): array => [];
same('a header with a line break', 'the header X would have a line break', $client->ask(new HttpRequest('GET',
	'http://h/', ["X: a\r\nY: b"], '', $none))->error);
same('a secret that cannot be read', 'no secret', $client->ask(new HttpRequest('GET', 'http://h/', [], '',
	static fn () => throw new XHProf\Cli\Problem('no secret')))->error);
refused('no certificates', 'ca_file: /nothing cannot be read', static fn () => new HttpClient('/nothing'));
refused('a timeout of nothing', 'timeout takes', static fn () => HttpClient::of($of('otlp+http://h/?timeout=0')));
refused('a timeout without a unit', 'timeout 5: give a unit, as in 5s',
	static fn () => HttpClient::of($of('otlp+http://h/?timeout=5')));

/* Webhooks. */
foreach (['ftp://h/' => 'takes a URL', 'https://u@h/' => 'takes a URL', 'https://u:p@h/' => 'takes a URL',
	'http://h/' => 'would send it unencrypted', 'http://127.evil.example/' => 'unencrypted',
	'http://localhost.evil/' => 'unencrypted', 'env:UNIT_NONE' => 'the variable UNIT_NONE'] as $url => $why) {
	refused("the webhook $url", $why, static fn () => Webhook::of($url));
}
putenv('UNIT_HOOK= https://h/token ');
foreach (['https://h/x', 'http://localhost:8/x', 'http://127.0.0.1/x', 'http://[::1]/x', 'env:UNIT_HOOK'] as $url) {
	same("the webhook $url", true, Webhook::of($url) instanceof Webhook);
}

/* Headers of traces. */
foreach (require __DIR__ . '/../../live/trace/headers.inc' as $what => [$header, $counts]) {
	TraceParent::message($header);
	same("traceparent, $what", $counts ? $header : null, TraceParent::current());
}
finish();
?>
--EXPECT--
all as expected
