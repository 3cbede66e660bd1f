<?php
/**
 * Stands between what ships and a store, and lets requests go wrong. By tools/test-fleet.sh:
 *
 *     php proxy.php PORT FOLDER [http://STORE]
 *
 * FOLDER/mode says what happens, by chance to half of the requests that insert; without that file it is "ok":
 *
 *     ok               the store answers; without a store the request is kept as FOLDER/NUMBER.request, and answered by
 *                      200
 *     429, 500, 400    that answer, with "Retry-After: 1" for 429; the store sees nothing
 *     hang             no answer, until the mode changes: to all
 *     reset            the connection is reset in the middle of the request's body
 *     cut              likewise, but what came of the body goes to the store, as a request of that length
 *     lost             the store gets all of it, its answer gets lost: to all that insert samples
 *     down             nobody listens
 *
 * FOLDER/log gets a line for each: the mode, the method, the path, the body's bytes, the store's status. Each
 * connection has a process.
 */

declare(strict_types=1);

[, $port, $folder] = $argv;
$store = $argv[3] ?? null;
pcntl_signal(SIGCHLD, SIG_IGN);
$server = null;
for ($number = 0;;) {
	if (mode($folder) === 'down') {
		$server === null || fclose($server);
		$server = null;
		usleep(50_000);
		continue;
	}
	$server ??= listen((int) $port);
	$client = @stream_socket_accept($server, 0.1);
	if ($client === false) {
		continue;
	}
	$number++;
	if (pcntl_fork() === 0) {
		fclose($server);
		serve($client, $folder, $store, $number);
		exit(0);
	}
	fclose($client);
}

/** @return resource */
function listen(int $port)
{
	for (;;) {
		$server = @stream_socket_server("tcp://127.0.0.1:$port");
		if ($server !== false) {
			return $server;
		}
		usleep(50_000);
	}
}

function mode(string $folder): string
{
	return trim((string) @file_get_contents("$folder/mode")) ?: 'ok';
}

/** The mode that this request meets. */
function fate(string $mode, string $path): string
{
	$isInsert = stripos($path, 'insert into') !== false || !str_contains($path, 'query=');

	return match ($mode) {
		'hang', 'down' => $mode,
		'lost' => preg_match('/insert into\W+samples/i', $path) === 1 ? $mode : 'ok',
		default => $isInsert && mt_rand(0, 1) === 1 ? $mode : 'ok',
	};
}

/** @param resource $client */
function serve($client, string $folder, ?string $store, int $number): void
{
	stream_set_timeout($client, 60);
	$head = head($client);
	if ($head === null) {
		return;
	}
	[$method, $path] = explode(' ', $head);
	$length = preg_match('/^content-length: *(\d+)/mi', $head, $found) === 1 ? (int) $found[1] : 0;
	if (stripos($head, "\nexpect: 100-continue") !== false) {
		fwrite($client, "HTTP/1.1 100 Continue\r\n\r\n");
	}
	$mode = fate(mode($folder), urldecode($path));
	$body = in_array($mode, ['reset', 'cut'], true) ? (string) fread($client, max(1, intdiv($length, 2)))
		: body($client, $length);
	if ($body === null) {
		return;
	}
	$status = '-';
	if ($mode === 'ok' || $mode === 'lost' || $mode === 'cut') {
		$answer = $store === null ? keep($folder, $number, $head, $body) : forward($store, $head, $body);
		$status = substr($answer, 9, 3);
	}
	file_put_contents("$folder/log",
		sprintf("%s %s %s %d %s\n", $mode, $method, strtok($path, '?'), strlen($body), $status), FILE_APPEND);
	match ($mode) {
		'ok' => fwrite($client, $answer),
		'lost', 'cut', 'reset', 'down' => null, // closed: the kernel resets it where something was not read
		'hang' => hang($folder),
		default => fwrite($client, refusal((int) $mode)),
	};
}

/** @param resource $client */
function head($client): ?string
{
	$head = '';
	while (!str_ends_with($head, "\r\n\r\n")) {
		$line = fgets($client);
		if ($line === false) {
			return null;
		}
		$head .= $line;
	}

	return $head;
}

/** @param resource $client */
function body($client, int $length): ?string
{
	$body = '';
	while (strlen($body) < $length) {
		$part = fread($client, $length - strlen($body));
		if ($part === false || $part === '') {
			return null;
		}
		$body .= $part;
	}

	return $body;
}

/** The store's whole answer. */
function forward(string $store, string $head, string $body): string
{
	$upstream = stream_socket_client('tcp://' . substr($store, strlen('http://')), $code, $message, 10);
	stream_set_timeout($upstream, 60);
	$head = preg_replace('/^(?:connection|content-length|expect):.*\r\n/mi', '', $head);
	$head = substr($head, 0, -2) . 'Connection: close'
		. ($body === '' ? '' : "\r\nContent-Length: " . strlen($body)) . "\r\n\r\n";
	fwrite($upstream, $head . $body);

	return (string) stream_get_contents($upstream);
}

function keep(string $folder, int $number, string $head, string $body): string
{
	$name = sprintf('%s/%06d.request', $folder, $number);
	file_put_contents("$name.tmp", $head . $body);
	rename("$name.tmp", $name);

	return "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
}

function refusal(int $status): string
{
	$text = [400 => "Code: 26, e.displayText() = DB::Exception: Cannot parse input\n", 429 => "slow down\n",
		500 => "out of order\n"][$status];

	return "HTTP/1.1 $status Refused\r\n" . ($status === 429 ? "Retry-After: 1\r\n" : '') . 'Content-Length: '
		. strlen($text) . "\r\nConnection: close\r\n\r\n$text";
}

function hang(string $folder): void
{
	while (mode($folder) === 'hang') {
		usleep(100_000);
	}
}
