--TEST--
What is sent to ClickHouse depends on the version that answers, which is asked again after a failure; it has no password in its URL
--EXTENSIONS--
curl
zlib
--ENV--
XHPROF_SHIP_SECRET=a secret
--FILE--
<?php
require __DIR__ . '/../stub.inc';
use XHProf\Fleet\Agent\Delivery;
use XHProf\Fleet\Destination\Destinations;

function send(XHProf\Fleet\Agent\Destination $to, int $number): void
{
	/** @var Delivery $delivery */
	$delivery = $to->send(fleet_batch($number));
	$outcome = wait_until('the end', $delivery->poll(...));
	echo $outcome->isAccepted ? 'accepted' : ($outcome->isPoison ? 'poison: ' : 'later: ') . $outcome->reason, "\n";
}

function show_requests(Stub $stub): void
{
	static $shown = 0;
	foreach (array_slice($stub->requests(), $shown) as $request) {
		$shown++;
		parse_str((string) parse_url($request['target'], PHP_URL_QUERY), $query);
		ksort($query);
		$sql = $query['query'] ?? '';
		unset($query['query']);
		$body = ($request['headers']['content-encoding'] ?? '') === 'gzip'
			? strlen(gzdecode($request['body'])) . ' bytes' : $request['body'];
		$by = $request['headers']['x-clickhouse-user'] . ' ' . $request['headers']['x-clickhouse-key'];
		echo "\t$request[method] ", http_build_query($query), " by $by: ", trim("$sql $body"), "\n";
	}
}

$stub = new Stub(fleet_folder(__FILE__), [['body' => "18.16.1\n"], []]);
$url = "clickhouse+http://ship@$stub->address/fleet";
$store = Destinations::of($url);
echo str_replace($stub->address, 'HOST', $store->name()), "\n";
send($store, 1);
show_requests($stub);
echo "The same stacks and series:\n";
send($store, 2);
show_requests($stub);
echo "It has another version when it is back:\n";
$stub->answer(['status' => 500,
	'body' => "Code: 243. DB::Exception: Cannot reserve 1.00 MiB, not enough space (NOT_ENOUGH_SPACE)"]);
send($store, 3);
show_requests($stub);
$stub->answer(['body' => "26.7.2.19\n"], []);
send($store, 3);
show_requests($stub);
echo "As the URL says:\n";
$stub->answer(['body' => "26.7.2.19\n"], []);
send(Destinations::of("$url?cluster=all&async_insert=1"), 4);
show_requests($stub);
echo "Tables of a version with a time to live, made and met:\n";
$columns = '';
foreach (['allocs', 'samples', 'series', 'stacks'] as $table) {
	foreach (XHProf\Fleet\ClickHouse\Schema::columns($table) as $column) {
		$columns .= "$table\t$column\n";
	}
}
$stub->answer(['body' => "26.7.2.19\n"], [], [], [], [], [], [], ['body' => $columns]);
echo "\t", implode("\n\t", Destinations::of("$url?days=7")->setUp()), "\n";
$stub->answer(['body' => "26.7.2.19\n"], ['body' => $columns], [], [], [], [], [], ['body' => $columns]);
echo "\t", implode("\n\t", Destinations::of($url)->setUp()), "\n";
echo "Something else answers:\n";
$stub->answer(['body' => '<html>Welcome to nginx</html>']);
send(Destinations::of($url), 5);
$stub->answer(['status' => 404, 'body' => '<html>Nothing here</html>']);
send(Destinations::of($url), 5);
try {
	Destinations::of($url)->setUp();
} catch (XHProf\Cli\Problem $problem) {
	echo str_replace($stub->address, 'HOST', $problem->getMessage()), "\n";
}
$stub->end();
?>
--EXPECT--
clickhouse+http://HOST/fleet
accepted
	POST database=system by ship a secret: SELECT version()
	POST database=fleet&wait_end_of_query=1 by ship a secret: INSERT INTO stacks (stack, frames, seen) FORMAT RowBinary 20 bytes
	POST database=fleet&wait_end_of_query=1 by ship a secret: INSERT INTO series (series, kind, service, env, host, pool, php, route, tags, seen) FORMAT RowBinary 63 bytes
	POST database=fleet&wait_end_of_query=1 by ship a secret: INSERT INTO samples (service, ts, series, stack, part, n, wall, cpu, squares, trace, span) FORMAT RowBinary 67 bytes
The same stacks and series:
accepted
	POST database=fleet&wait_end_of_query=1 by ship a secret: INSERT INTO samples (service, ts, series, stack, part, n, wall, cpu, squares, trace, span) FORMAT RowBinary 67 bytes
It has another version when it is back:
later: Code: 243, Cannot reserve 1.00 MiB, not enough space (NOT_ENOUGH_SPACE)
	POST database=fleet&wait_end_of_query=1 by ship a secret: INSERT INTO samples (service, ts, series, stack, part, n, wall, cpu, squares, trace, span) FORMAT RowBinary 67 bytes
accepted
	POST database=system by ship a secret: SELECT version()
	POST async_insert=0&async_insert_deduplicate=0&database=fleet&wait_end_of_query=1&wait_for_async_insert=1 by ship a secret: INSERT INTO stacks (stack, frames, seen) FORMAT RowBinary 20 bytes
	POST async_insert=0&async_insert_deduplicate=0&database=fleet&wait_end_of_query=1&wait_for_async_insert=1 by ship a secret: INSERT INTO series (series, kind, service, env, host, pool, php, route, tags, seen) FORMAT RowBinary 63 bytes
	POST async_insert=0&async_insert_deduplicate=0&database=fleet&wait_end_of_query=1&wait_for_async_insert=1 by ship a secret: INSERT INTO samples (service, ts, series, stack, part, n, wall, cpu, squares, trace, span) FORMAT RowBinary 67 bytes
As the URL says:
accepted
	POST database=system by ship a secret: SELECT version()
	POST async_insert=1&async_insert_deduplicate=0&database=fleet&insert_distributed_sync=1&wait_end_of_query=1&wait_for_async_insert=1 by ship a secret: INSERT INTO stacks (stack, frames, seen) FORMAT RowBinary 20 bytes
	POST async_insert=1&async_insert_deduplicate=0&database=fleet&insert_distributed_sync=1&wait_end_of_query=1&wait_for_async_insert=1 by ship a secret: INSERT INTO series (series, kind, service, env, host, pool, php, route, tags, seen) FORMAT RowBinary 63 bytes
	POST async_insert=1&async_insert_deduplicate=0&database=fleet&insert_distributed_sync=1&wait_end_of_query=1&wait_for_async_insert=1 by ship a secret: INSERT INTO samples (service, ts, series, stack, part, n, wall, cpu, squares, trace, span) FORMAT RowBinary 67 bytes
Tables of a version with a time to live, made and met:
	ClickHouse 26.7, database fleet
	made allocs, samples, series, stacks
	samples are kept for 7 days, by the tables' TTL; to change that: ALTER TABLE samples MODIFY TTL ts + INTERVAL 7 DAY, and the same for allocs
	ClickHouse 26.7, database fleet
	allocs, samples, series, stacks: there already
	the tables keep their TTL; to change that: ALTER TABLE samples MODIFY TTL ts + INTERVAL 30 DAY, and the same for allocs
Something else answers:
later: the answer does not come from ClickHouse
later: HTTP 404 <html>Nothing here</html>
clickhouse+http://HOST/fleet: HTTP 404 <html>Nothing here</html>
