--TEST--
ClickHouse's "Code: N" tells rows that it will never take from a server that cannot take them now, and says what to do
--EXTENSIONS--
curl
--SKIPIF--
<?php
require __DIR__ . '/server.inc';
require __DIR__ . '/../../format/tools.inc';
skip_without_clickhouse();
once_is_enough();
?>
--ENV--
OF_SHIP=secret word
--FILE--
<?php
require __DIR__ . '/server.inc';
use XHProf\Cli\Problem;
use XHProf\Fleet\Agent\BatchPart;
use XHProf\Fleet\ClickHouse\InsertOutcome;
use XHProf\Fleet\Http\HttpResponse;

$folder = own_folder();
$server = new Server("$folder/clickhouse");
$url = $server->url;
function told(callable $do): void
{
	try {
		echo implode(', ', (array) $do()), "\n";
	} catch (Problem $problem) {
		echo str_replace($GLOBALS['url'], 'URL', $problem->getMessage()),
			$problem->advice === '' ? '' : " ($problem->advice)", ' ', $problem->getCode(), "\n";
	}
}

echo "Who:\n";
$as = fn(string $who, string $rest) => $server->as($who)->store($rest);
told(fn() => $as('nobody', '/xhprof')->setUp());
told(fn() => $as('ship', '/xhprof')->setUp());
file_put_contents("$folder/wrong", "secret\n");
told(fn() => $as('ship', "/xhprof?secret_file=$folder/wrong")->setUp());
told(fn() => $as('ship', "/xhprof?secret_file=$folder/none")->setUp());
told(fn() => $as('reader', '/xhprof')->setUp());
echo count($as('ship', '/xhprof?secret_env=OF_SHIP')->setUp()), " lines\n";
$batch = batch(1, new BatchPart(series(), 'samples', traced(0)));
show_outcome(outcome_of($as('reader', '/xhprof')->send($batch)));
show_outcome(outcome_of($as('ship', '/xhprof')->send($batch)));
show_outcome(outcome_of($as('ship', "/xhprof?secret_file=$folder/none")->send($batch)));
show_outcome(outcome_of($as('ship', '/xhprof?secret_env=OF_SHIP')->send($batch)));

echo "\nTables of another version:\n";
$client = $server->client('/other');
$client->query('CREATE DATABASE other', [], 'system');
$client->query(
	"CREATE TABLE stacks (stack UInt64, seen Date) ENGINE = MergeTree PARTITION BY toYYYYMM(seen) ORDER BY stack");
told(fn() => $server->store('/other')->setUp());
show_outcome(outcome_of($server->store('/other')->send($batch)));
echo "\nURLs:\n";
told(fn() => $server->store('/a/b')->name());
told(fn() => $server->store('/a?day=3')->name());
told(fn() => $server->store('/a?days=x')->setUp());
told(fn() => $server->store('/a?hours_after=x')->setUp());
told(fn() => $server->store('/a?hours_after=14&cluster=one')->setUp());

echo "\nRows that are cut, or none:\n";
$client = $server->client();
$insert = fn(string $body, array $headers = []) => $client->http->ask($client->message(['database' => 'xhprof',
	'query' => 'INSERT INTO series (series, kind) FORMAT RowBinary'], $body, $headers));
foreach ([["12345678\x05kin", []], ['no gzip', ['Content-Encoding: gzip']],
	[substr(gzencode("12345678\x04kind"), 0, -12), ['Content-Encoding: gzip']]] as [$body, $headers]) {
	show_outcome(InsertOutcome::of($insert($body, $headers)));
}
echo "\nA query:\n";
told(fn() => $client->query('SELECT nothing FROM samples'));
told(fn() => $client->query('SELECT throwIf(number = 300000) FROM numbers(1000000)')); // after the first rows
told(fn() => $client->query("SELECT '\\'', " . XHProf\Fleet\Store\Sql::quote("a'b\\c`") . ' FORMAT TSVRaw'));

echo "\nWhat newer and older versions say:\n";
foreach ([
	new HttpResponse(404, [], "Code: 60. DB::Exception: Table xhprof.stacks does not exist. "
		. "(UNKNOWN_TABLE) (version 26.7.2.1 (official build))\n"),
	new HttpResponse(500, ['x-clickhouse-exception-code' => '243'],
		"Code: 243. DB::Exception: Cannot reserve 1.00 MiB. (NOT_ENOUGH_SPACE)\n"),
	new HttpResponse(500, [], "Code: 252, e.displayText() = DB::Exception: Too many parts (300). "
		. "Merges are processing slower than inserts., e.what() = DB::Exception\n"),
	new HttpResponse(400, [], "Code: 33. DB::Exception: Cannot read all data. Bytes read: 3. Bytes expected: "
		. "5.: (at row 1)\n: While executing RowBinary. (CANNOT_READ_ALL_DATA) (version 26.7.2.1)\n"),
	new HttpResponse(200, ['x-clickhouse-exception-code' => '241'], ''),
	new HttpResponse(429, ['retry-after' => '7'], 'slow down'), new HttpResponse(413, [], 'too large'),
	new HttpResponse(0, [], '', 'reset'),
] as $answer) {
	$outcome = InsertOutcome::of($answer);
	show_outcome($outcome);
	echo $outcome->afterS === null ? '' : "after $outcome->afterS s\n";
}
$server->stop();
echo "\nDown:\n";
told(fn() => $client->query('SELECT 1'));
echo outcome_of($server->store()->send($batch))->isPoison ? 'poison' : 'later', "\n";
?>
--EXPECTF--
Who:
URL/xhprof: Code: 192, Unknown user nobody (the user of the URL is unknown there) 192
URL/xhprof: Code: 194, Password required for user ship (it requires a password: secret_file=, secret_env= or XHPROF_SHIP_SECRET) 194
URL/xhprof: Code: 193, Wrong password for user ship (the password is wrong: secret_file=, secret_env= or XHPROF_SHIP_SECRET) 193
URL/xhprof: %s/none: the secret cannot be read 0
URL/xhprof: Code: 164, Cannot create database in readonly mode (the user may only read) 164
3 lines
later: Code: 164, Cannot insert into table in readonly mode; the user may only read
later: Code: 194, Password required for user ship; it requires a password: secret_file=, secret_env= or XHPROF_SHIP_SECRET
later: %s/none: the secret cannot be read
accepted

Tables of another version:
URL/other: the table stacks is there without frames (rename it, or name another database in the URL) 0
later: Code: 16, No such column frames in table stacks; the tables are of another version: xhprof ship --setup --to URL says what they lack

URLs:
URL/a/b: the path of the URL is the database, one name 0
URL/a: unknown option "day" (did you mean days? there are cluster, replicated, days, hours_after, async_insert, ca_file, timeout, secret_file and secret_env) 0
days=x is not a number of days (days=30, the default, keeps samples for 30 days) 0
hours_after=x is not a number of days (hours_after=14 sums samples by the hour after 14 days) 0
hours_after= cannot be used with cluster= or replicated= (sums are made on a single server only) 0

Rows that are cut, or none:
poison: Code: 33, Cannot read all data. Bytes read: 3. Bytes expected: 5.: (at row 1) 
poison: Code: 354, inflate failed: data error
poison: Code: 354, inflate failed: buffer error

A query:
URL/xhprof: Code: 47, Unknown identifier: nothing (the tables are of another version: xhprof ship --setup --to URL says what they lack) 47
URL/xhprof: Code: 395, Value passed to 'throwIf' function is non zero 395
'	a'b\c`


What newer and older versions say:
later: Code: 60, Table xhprof.stacks does not exist. (UNKNOWN_TABLE); make the tables: xhprof ship --setup --to URL
later: Code: 243, Cannot reserve 1.00 MiB. (NOT_ENOUGH_SPACE)
later: Code: 252, Too many parts (300). Merges are processing slower than inserts.
poison: Code: 33, Cannot read all data. Bytes read: 3. Bytes expected: 5.: (at row 1) : While executing RowBinary. (CANNOT_READ_ALL_DATA)
later: Code: 241
later: HTTP 429 slow down
after 7 s
poison: HTTP 413 too large
later: reset

Down:
URL/xhprof: %s 0
later
