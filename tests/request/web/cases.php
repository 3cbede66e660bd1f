<?php
/*
 * How requests may end, and who may have them profiled: asks app.php for each and looks at the runs.
 *
 * Usage: php cases.php fpm|server URL FOLDER SECRET
 *        php cases.php cgi COMMAND FOLDER SECRET
 */
require __DIR__ . '/../../helper.inc';

[, $sapi, $where, $folder, $secret] = $argv;
$failures = 0;

function fail(string $what): void
{
	global $failures;
	$failures++;
	echo "FAILED: $GLOBALS[sapi]: $what\n";
}

function expect(string $what, mixed $value, mixed $expected): void
{
	if ($value !== $expected) {
		fail("$what: " . json_encode($value) . ', expected ' . json_encode($expected));
	}
}

/* Status, headers by their names in small letters, body. */
function ask(string $query, array $headers = []): array
{
	return $GLOBALS['sapi'] === 'cgi' ? ask_cgi($query, $headers) : ask_http($query, $headers);
}

function ask_http(string $query, array $headers): array
{
	global $where;
	$host = parse_url($where, PHP_URL_HOST) . ':' . parse_url($where, PHP_URL_PORT);
	for ($try = 0; !($stream = @stream_socket_client("tcp://$host", $number, $why, 5)); $try++) {
		if ($try === 50) {
			exit("no answer from $host: $why\n");
		}
		usleep(50000);
	}
	$lines = ['GET ' . parse_url($where, PHP_URL_PATH) . "?$query HTTP/1.0", "Host: $host"];
	foreach ($headers as $name => $value) {
		$lines[] = "$name: $value";
	}
	stream_set_timeout($stream, 60);
	fwrite($stream, implode("\r\n", $lines) . "\r\n\r\n");
	return answer((string) stream_get_contents($stream));
}

function ask_cgi(string $query, array $headers): array
{
	global $where;
	$environment = ['REDIRECT_STATUS' => '200', 'GATEWAY_INTERFACE' => 'CGI/1.1', 'REQUEST_METHOD' => 'GET',
		'QUERY_STRING' => $query, 'REQUEST_URI' => "/app.php?$query", 'SCRIPT_NAME' => '/app.php',
		'HTTP_HOST' => 'cgi.test', 'SCRIPT_FILENAME' => __DIR__ . '/app.php', 'REMOTE_ADDR' => '127.0.0.1',
		'PHP_INI_SCAN_DIR' => '', 'PATH' => getenv('PATH')];
	foreach ($headers as $name => $value) {
		$environment['HTTP_' . strtoupper(strtr($name, '-', '_'))] = $value;
	}
	$process = proc_open(explode(' ', $where), [['file', '/dev/null', 'r'], ['pipe', 'w'], ['file', '/dev/null', 'w']],
		$pipes, null, $environment);
	$text = stream_get_contents($pipes[1]);
	proc_close($process);
	return answer("HTTP/1.0 200 OK\r\n$text");
}

function answer(string $text): array
{
	[$head, $body] = explode("\r\n\r\n", $text, 2) + ['', ''];
	$lines = explode("\r\n", $head);
	$headers = ['status' => (int) substr(array_shift($lines), 9, 3)];
	foreach ($lines as $line) {
		[$name, $value] = explode(':', $line, 2) + ['', ''];
		$headers[strtolower($name)] = trim($value);
	}
	$headers['status'] = (int) ($headers['status'] ?? 0);
	return ['headers' => $headers, 'body' => $body];
}

/* What is in the folder now: pairs by the name of the run, once there are as many as expected. Empties it. */
function runs(int $expected): array
{
	global $folder;
	$wait = microtime(true) + 60;
	do {
		clearstatcache();
		$files = glob("$folder/*.json") ?: [];
		usleep($expected === 0 ? 30000 : 5000);
	} while (count($files) < $expected && microtime(true) < $wait);
	$runs = [];
	foreach ($files as $file) {
		preg_match('/[0-9a-f]{16}/', basename($file), $name);
		try {
			$pairs = XHProf\Profile::load($file)->pairs();
		} catch (RuntimeException $error) {
			fail($error->getMessage());
			continue;
		}
		foreach (broken_rules($pairs, false) as $what) {
			fail($what);
		}
		$runs[$name[0] ?? ''] = $pairs;
	}
	array_map('unlink', glob("$folder/*") ?: []);
	return $runs;
}

function calls(array $run, string $key): int
{
	return $run[$key]['ct'] ?? 0;
}

/* Asks with the secret, and gives the one run, which the answer names. */
function triggered(string $query): array
{
	$answer = ask($query, ['Cookie' => "XHPROF_TRIGGER=$GLOBALS[secret]"]);
	$runs = runs(1);
	expect("runs of $query", count($runs), 1);
	if ($GLOBALS['sapi'] !== 'cgi' || str_contains($query, 'named')) {
		expect("the name of the run of $query", $answer['headers']['x-xhprof-run'] ?? null,
			(string) array_key_first($runs));
	}
	return [$answer, reset($runs) ?: []];
}

// Who is profiled: by any of three ways, with the secret alone.
foreach (['query' => ["XHPROF_TRIGGER=$secret", []], 'cookie' => ['', ['Cookie' => "a=b; XHPROF_TRIGGER=$secret; c=d"]],
	'header' => ['', ['X-XHProf-Trigger' => $secret]]] as $way => [$query, $headers]) {
	$answer = ask($query, $headers);
	expect("X-Profiled by $way", $answer['headers']['x-profiled'] ?? null, '1');
	expect("Server-Timing by $way",
		str_contains($answer['headers']['server-timing'] ?? '', (string) array_key_first($runs = runs(1))), true);
	expect("runs by $way", count($runs), 1);
}
foreach (['nothing' => ['', []], 'a wrong secret' => ["XHPROF_TRIGGER=x$secret", []],
	'a part of it' => ['XHPROF_TRIGGER=' . substr($secret, 0, -1), []], 'an empty one' => ['XHPROF_TRIGGER=', []],
	'an array' => ["XHPROF_TRIGGER[]=$secret", []], 'a zero byte' => ["XHPROF_TRIGGER=$secret%00", []],
	'a wrong cookie' => ['', ['Cookie' => 'XHPROF_TRIGGER=1']], 'a wrong header' => ['', ['X-XHProf-Trigger' => '1']],
	'names of others' => ["XHPROF_ENABLED=1&_profile=1",
		['X-Xhprof-Enabled' => $secret, 'Cookie' => "_profile=$secret; XHProf_Profile=$secret"]],
] as $what => [$query, $headers]) {
	$answer = ask($query, $headers);
	expect("X-Profiled by $what", $answer['headers']['x-profiled'] ?? null, '0');
	expect("a name of a run by $what", $answer['headers']['x-xhprof-run'] ?? null, null);
	expect("runs by $what", count(runs(0)), 0);
	expect("status by $what", $answer['headers']['status'], 200);
}

// How it ends.
foreach (['work' => 200, 'exit' => 200, 'fatal' => 500, 'memory' => 500, 'exception' => 500,
	'sleep' => 200] as $how => $status) {
	[$answer, $run] = triggered("do=$how");
	expect("status of $how", $answer['headers']['status'], $status);
	expect("calls of $how", [calls($run, 'work==>leaf'), calls($run, 'main()==>at_shutdown')], [200, 1]);
}
[, $run] = triggered('do=exit');
expect('calls open at exit', [calls($run, 'deep@3==>ends_here'), calls($run, 'ends_here==>leaf')], [1, 1]);
if ($sapi === 'fpm') {
	[$answer, $run] = triggered('do=finish');
	expect('calls after the answer', calls($run, 'main()==>after_answer'), 1);
	expect('the answer', $answer['body'], "sum 200\n");
}
if ($sapi === 'cgi') {
	ask('do=fork', ['Cookie' => "XHPROF_TRIGGER=$secret"]);
	$told = [];
	foreach (runs(2) as $run) {
		$told[] = [calls($run, 'main()==>work'), calls($run, 'main()==>in_child'), calls($run, 'main()==>in_parent')];
	}
	sort($told);
	expect('runs of two processes', $told, [[1, 0, 1], [1, 1, 0]]);
}

// The program's own profile: it gets it, and the run is what it was until then.
[$answer, $run] = triggered('do=own');
expect('the own profile', substr($answer['body'], 8), "1\n");
expect('calls after it', calls($run, 'main()==>at_shutdown'), 0);
// A profile that the program starts and never stops is thrown away, and the next request has none of it.
$answer = ask('do=never');
expect('status of never', $answer['headers']['status'], 200);
expect('runs of never', count(runs(0)), 0);

// By turns in one worker, none has anything of another.
for ($i = 1; $i <= 20; $i++) {
	expect('by turns: X-Profiled', ask("rounds=$i")['headers']['x-profiled'] ?? null, '0');
	[$answer, $run] = triggered('rounds=' . 10 * $i);
	expect('by turns: calls',
		[calls($run, 'work==>leaf'), count(preg_grep('/deep|in_child|after_answer/', array_keys($run)))], [10 * $i, 0]);
}
expect('by turns: runs', count(runs(0)), 0);

// What the client says goes into names of files, headers and the log, and nowhere else.
foreach (['/../../../../tmp/x', '..%2f..%2fx', "a\\..\\b", '%00', '%0d%0aX-Evil:%201', str_repeat('a', 3000), '%ff%fe',
	"'\"$(x)`", '*?[a]'] as $odd) {
	$query = 'a=' . $odd . '&b=/../../' . $odd;
	$answer = ask($query, ['Cookie' => "XHPROF_TRIGGER=$secret", 'X-Forwarded-For' => "1\t2"]);
	expect("a header by $odd", isset($answer['headers']['x-evil']), false);
	expect("runs of $odd", count(runs(1)), 1);
}
foreach (array_diff(scandir(dirname($folder)), ['.', '..']) as $name) {
	if (preg_match('/xhprof/', $name)) {
		fail("a file outside of the folder: $name");
	}
}
for ($wait = microtime(true) + 60; ($left = preg_grep('/\.tmp$/', scandir($folder))) && microtime(true) < $wait;) {
	usleep(5000);
}
expect('left in the folder', $left, []);
echo "$sapi: ", $failures === 0 ? 'as expected' : "$failures failures", "\n";
exit($failures === 0 ? 0 : 1);
