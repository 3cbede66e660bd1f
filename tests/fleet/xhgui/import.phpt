--TEST--
Traced runs go to XHGui's import with their labels; its answers tell a run that it will never take from one to send again
--EXTENSIONS--
curl
--FILE--
<?php
require __DIR__ . '/../stub.inc';

use XHProf\Cli\Problem;
use XHProf\Fleet\Agent\{Batch, BatchPart};
use XHProf\Fleet\Destination\{Destinations, XHGui};

$stub = new Stub($folder = fleet_folder(__FILE__));
$url = "xhgui+http://$stub->address/xhgui/";
$run = XHProf\Profile::fromPairs(['main()==>render' => ['ct' => 3, 'wt' => 1000],
	'main()' => ['ct' => 1, 'wt' => 2000]]);
$meta = ['url' => "/cart\0?id=1", 'SERVER' => ['REQUEST_METHOD' => 'GET', "b\0" => "x\ny"],
	'xhprof' => ['status' => 200], 'request_ts_micro' => ['sec' => 1_790_073_061, 'usec' => 500]];
$batch = new Batch('run-00000000000000a1', 161, 1, 1, 2,
	[new BatchPart(fleet_series(), 'alloc', $run), new BatchPart(fleet_series(), 'trace', $run, $meta),
		new BatchPart(fleet_series(), 'samples', fleet_profile()), new BatchPart(fleet_series(), 'trace', $run)]);
$no = static fn (int $status, string $message): array => ['status' => $status,
	'body' => json_encode(['error' => true, 'message' => $message])];
$ok = ['body' => '{"ok":true,"id":"6a13c47e890fba2d3ae03a09","size":779}'];

function send(Batch $batch): string
{
	$delivery = Destinations::of($GLOBALS['url'])->send($batch);
	$outcome = wait_until('an outcome', $delivery->poll(...));

	return ($outcome->isAccepted ? 'accepted' : ($outcome->isPoison ? 'poison' : 'later'))
		. ($outcome->reason === '' ? '' : ": $outcome->reason") . "\n";
}

function problem(callable $call): void
{
	try {
		echo str_replace($GLOBALS['stub']->address, 'ADDRESS', implode("\n", (array) $call())), "\n";
	} catch (Problem $problem) {
		echo str_replace($GLOBALS['stub']->address, 'ADDRESS',
			rtrim($problem->getMessage() . "; $problem->advice", '; ')), "\n";
	}
}

putenv('XHPROF_SHIP_SECRET=open sesame&');
$stub->answer($ok);
echo send($batch);
foreach ($stub->requests() as $request) {
	$line = json_decode($request['body'], true);
	echo "$request[method] $request[target] ", $request['headers']['content-type'], "\n",
		json_encode($line['profile']), "\n";
	echo json_encode(array_diff_key($line['meta']['SERVER'], ['REQUEST_TIME' => 1, 'REQUEST_TIME_FLOAT' => 1]),
		JSON_UNESCAPED_SLASHES), "\n";
	echo json_encode(array_intersect_key($line['meta'], ['url' => 1, 'xhprof' => 1]), JSON_UNESCAPED_SLASHES), "\n";
}
echo 'only samples: ', send(fleet_batch(1)), count($stub->requests()), " requests\n";

echo "\n";
foreach ([
	$no(401, 'Token validation failed'), $no(401, 'Failed to decode payload'),
	$no(500, 'Skipping to save empty profiling'),
	$no(500, "SQLSTATE[22003]: Numeric value out of range: "
		. "7 ERROR:  value \"3000000000\" is out of range for type integer\nCONTEXT:  x"),
	$no(500,
		'SQLSTATE[23505]: Unique violation: 7 ERROR:  duplicate key value violates unique constraint "xhprof_run"'),
	$no(500,
		'SQLSTATE[23505]: Unique violation: 7 ERROR:  duplicate key value violates unique constraint "results_pkey"'),
	$no(500, 'document to be inserted exceeds maxBsonObjectSize'),
	$no(500, 'SQLSTATE[08006] [7] connection to server failed'), $no(500, 'No suitable servers found'),
	['status' => 500, 'body' => '<html><head><title>Slim Application Error</title>'],
	['status' => 200, 'body' => '<html>Log in'], ['status' => 404], ['status' => 502],
	['status' => 413, 'body' => 'Request Entity Too Large'], ['status' => 429, 'headers' => ['Retry-After' => '7']],
	['status' => 302, 'headers' => ['Location' => '/']],
	['do' => 'reset'],
] as $answer) {
	$stub->answer($answer);
	echo $answer['status'] ?? 'reset', ' ', preg_replace('/(later: )(?!HTTP).+/', '$1no answer', send($batch));
}

echo "\n";
foreach ([$no(401, 'Failed to decode payload'), $no(401, 'Token validation failed'),
	['status' => 404], $ok] as $answer) {
	$stub->answer($answer);
	problem(fn (): array => Destinations::of($url)->setUp());
}
problem(fn () => Destinations::of("$url?colour=red"));
problem(fn () => Destinations::of("xhgui+http://me@$stub->address/"));
problem(fn () => Destinations::of('xhgui+http://me:secret@host/'));
problem(fn (): string => Destinations::of("xhgui+https://host:81/x?secret_env=A&timeout=3s")->name());
$stub->end();
?>
--EXPECT--
accepted
POST /xhgui/run/import?token=open%20sesame%26 application/json
{"main()==>render":{"ct":3,"wt":1000},"main()":{"ct":1,"wt":2000}}
{"REQUEST_METHOD":"GET","b?":"x?y","XHPROF_RUN":"00000000000000a1","XHPROF_SERVICE":"shop","XHPROF_ENV":"prod","XHPROF_HOST":"web1","XHPROF_POOL":"www","XHPROF_PHP":"8.2.36","XHPROF_ROUTE":"/cart"}
{"url":"/cart??id=1","xhprof":{"status":200}}
POST /xhgui/run/import?token=open%20sesame%26 application/json
{"main()==>render":{"ct":3,"wt":1000},"main()":{"ct":1,"wt":2000}}
{"XHPROF_RUN":"00000000000000a1-1","XHPROF_SERVICE":"shop","XHPROF_ENV":"prod","XHPROF_HOST":"web1","XHPROF_POOL":"www","XHPROF_PHP":"8.2.36","XHPROF_ROUTE":"/cart"}
{"url":"unknown"}
only samples: accepted
2 requests

401 later: HTTP 401 Token validation failed: the secret is not XHGui's upload.token
401 poison: HTTP 401 Failed to decode payload
500 poison: HTTP 500 Skipping to save empty profiling
500 poison: HTTP 500 SQLSTATE[22003]: Numeric value out of range: 7 ERROR:  value "3000000000" is out of range for type integer
500 accepted
500 later: HTTP 500 SQLSTATE[23505]: Unique violation: 7 ERROR:  duplicate key value violates unique constraint "results_pkey"
500 poison: HTTP 500 document to be inserted exceeds maxBsonObjectSize
500 later: HTTP 500 SQLSTATE[08006] [7] connection to server failed
500 later: HTTP 500 No suitable servers found
500 later: HTTP 500 Slim Application Error: its log says why; perhaps its database is down
200 later: HTTP 200, but no confirmation of an import: is this the address of XHGui?
404 later: HTTP 404, but no confirmation of an import: is this the address of XHGui?
502 later: HTTP 502
413 poison: HTTP 413 Request Entity Too Large
429 later: HTTP 429
302 poison: HTTP 302
reset later: no answer

XHGui takes the token, and makes its tables itself
on PostgreSQL this lets it drop runs that were sent twice: CREATE UNIQUE INDEX xhprof_run ON results (("SERVER"::json->>'XHPROF_RUN'))
xhgui+http://ADDRESS/xhgui/: HTTP 401 Token validation failed: the secret is not XHGui's upload.token
xhgui+http://ADDRESS/xhgui/: HTTP 404, but no confirmation of an import: is this the address of XHGui?
xhgui+http://ADDRESS/xhgui/: the answer does not come from XHGui
xhgui+http://ADDRESS/xhgui/: unknown option "colour"; there are ca_file, timeout, secret_file and secret_env
xhgui+http://ADDRESS/: XHGui has no users; give its upload.token as the secret
a password in a URL can be read by all users of this machine; give it by ?secret_file=FILE or ?secret_env=NAME, or in the variable XHPROF_SHIP_SECRET
xhgui+https://host:81/x
