--TEST--
ClickHouse has each number of a batch once, however often the batch is sent, and names stacks and series before samples
--EXTENSIONS--
curl
--SKIPIF--
<?php
require __DIR__ . '/server.inc';
require __DIR__ . '/../../format/tools.inc';
skip_without_clickhouse();
once_is_enough();
?>
--FILE--
<?php
require __DIR__ . '/server.inc';
require __DIR__ . '/chdb.inc';
use XHProf\Fleet\Agent\{BatchPart, Series};
use XHProf\Profile;

/* Of call paths "a;b" with samples, wall and CPU time. */
function sampled(array $rows): Profile
{
	return Profile::fromStacks(array_map(fn(string $path, array $row) => ['frames' => explode(';', $path),
		'samples' => $row[0], 'wall_ns' => $row[1], 'cpu_ns' => $row[2]], array_keys($rows), $rows), null, null,
		['f' => ['file' => "/srv/it's/f.php", 'line' => count($rows)]]);
}

function allocating(): Profile
{
	xhprof_enable(XHPROF_FLAGS_ALLOC | XHPROF_FLAGS_TREE);
	$GLOBALS['kept'] = str_repeat('x', 100_000);

	return xhprof_stop();
}

$folder = own_folder();
$server = new Server("$folder/clickhouse");
$store = $server->store();
echo "Without tables:\n";
$hostile = "it's \\ \"x\" \xFF\t`;";
$batch = batch(1, new BatchPart(series(['route' => '/cart', 'tenant' => $hostile]), 'samples',
	sampled(['main();f;g' => [2, 20, 10], 'main();f' => [1, 10, 5]])), new BatchPart(
		series(['route' => '/cart', 'tenant' => $hostile]), 'samples', sampled(['main();f;g' => [40, 400, 200]])),
	new BatchPart(series(), 'samples', sampled(['main();' . str_repeat('n', 300) => [7, PHP_INT_MAX >> 2, 0]])),
	new BatchPart(series(), 'trace', traced(0)), new BatchPart(series(), 'alloc', allocating()));
show_outcome(outcome_of($store->send($batch)));

echo "\nWith them:\n", implode("\n", $store->setUp()), "\n";
echo $store->setUp()[1], "\n";
show_outcome(outcome_of($store->send($batch)));
show_outcome(outcome_of($store->send($batch)));
show_outcome(outcome_of($server->store()->send($batch))); // after a restart

$client = $server->client();
$ask = fn(string $sql) => print($client->query("$sql FORMAT TSV") . "\n");
echo "\nSeries:\n";
$ask('SELECT kind, service, env, host, pool, php, route, tags FROM series FINAL ORDER BY kind, route');
echo "Functions, two of one name:\n";
$ask('SELECT service, function, file, line FROM functions FINAL WHERE function = \'f\'');
echo "Rows:\n";
$ask("SELECT service, ts, arrayStringConcat(frames, ';') AS path, n, wall, cpu FROM samples FINAL ANY LEFT JOIN
	(SELECT stack, frames FROM stacks) USING stack WHERE series IN (SELECT series FROM series WHERE kind = 'samples') ORDER BY n");
$ask("SELECT kind, count(), sum(n), sumIf(wall, kind != 'trace'), sumIf(cpu, kind != 'trace') FROM samples FINAL ANY LEFT JOIN (SELECT series, kind FROM series) USING series
	GROUP BY kind ORDER BY kind");
$ask("SELECT arrayStringConcat(frames, ';') AS path, allocs, frees, live_bytes FROM allocs FINAL ANY LEFT JOIN
	(SELECT stack, frames FROM stacks) USING stack ORDER BY path");
echo "The next window:\n";
show_outcome(
	outcome_of($store->send(batch(2, new BatchPart(series(), 'samples', sampled(['main();f' => [1, 1, 1]]))))));
$ask("SELECT sum(n) FROM samples FINAL WHERE stack IN (SELECT stack FROM stacks WHERE frames = ['main()', 'f'])");
echo "Of the same second, as of two saved runs:\n";
show_outcome(
	outcome_of($store->send(batch(3, new BatchPart(series(), 'samples', sampled(['main();f' => [1, 1, 1]]))))));
$ask("SELECT sum(n) FROM samples FINAL WHERE stack IN (SELECT stack FROM stacks WHERE frames = ['main()', 'f'])");

array_map($client->query(...), queries_of_docs()); // of rows that are older
echo "Squares:\n";
$ask('SELECT n, wall, squares FROM samples FINAL WHERE n = 42');
echo "Traces:\n";
$trace = '4bf92f3577b34da6a3ce929d0e0e4736';
$traced = fn (int $number, int $n): XHProf\Fleet\Agent\Batch => batch($number,
	...array_map(fn (string $trace, string $span): BatchPart => new BatchPart(series([], 'traced'), 'samples',
		Profile::fromStacks([['frames' => ['t'], 'samples' => $n, 'wall_ns' => 1000, 'cpu_ns' => 0]]), null, $trace,
		$span), ['', $trace, $trace], ['', '00f067aa0ba902b7', '']));
show_outcome(outcome_of($store->send($traced(6, 8))));
show_outcome(outcome_of($store->send($traced(6, 8))));
$ask("SELECT trace, span, n FROM samples FINAL WHERE service = 'traced' ORDER BY n, trace, span");
foreach (['', "&trace=$trace", '&trace=' . str_repeat('a', 32)] as $more) {
	try {
		echo (new XHProf\Fleet\FleetStore())->load(
			"$server->url/xhprof?service=traced&since=2026-09-01&until=2026-10-01$more")->summary()['samples'], "\n";
	} catch (XHProf\Cli\Problem $problem) {
		echo strtok($problem->getMessage(), '('), "\n";
	}
}
echo "\nOf a cluster, which needs ZooKeeper for more than this:\n";
$schema = new XHProf\Fleet\ClickHouse\Schema($server->client('/many?cluster=one'), 1816);
foreach ($schema->statements() as $sql) {
	$client->query(str_replace(' ON CLUSTER one', '', $sql), [], 'system');
}
show_outcome(outcome_of($server->store('/many?cluster=one')->send($batch)));
show_outcome(outcome_of($server->store('/many?cluster=one')->send($batch)));
$sums = 'SELECT count(), sum(n), sum(wall), sum(cpu) FROM ';
var_dump($client->query("$sums many.samples FINAL") === $client->query("$sums samples FINAL WHERE part = 126"));
?>
--EXPECTF--
Without tables:
later: Code: 81, Database xhprof doesn't exist; make the database and its tables: xhprof ship --setup --to URL

With them:
ClickHouse %d.%d, database xhprof
made allocs, functions, samples, series, stacks
%s
allocs, functions, samples, series, stacks: there already
accepted
accepted
accepted

Series:
alloc	shop	production	web1	www	8.2.36		[]
samples	shop	production	web1	www	8.2.36		[]
samples	shop	production	web1	www	8.2.36	/cart	['route=/cart','tenant=it\'s \\ "x" %c\t`;']
trace	shop	production	web1	www	8.2.36		[]

Functions, two of one name:
shop	f	/srv/it\'s/f.php	2

Rows:
shop	2026-09-22 10:31:00	main();f	1	10	5
shop	2026-09-22 10:31:00	main();nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn	7	2305843009213693951	0
shop	2026-09-22 10:31:00	main();f;g	42	420	210

samples	3	50	2305843009213694381	215
trace	6	7	0	0

main();str_repeat	1	0	102400

The next window:
accepted
2

Of the same second, as of two saved runs:
accepted
3

Squares:
42	420	2

Traces:
accepted
accepted
		8
4bf92f3577b34da6a3ce929d0e0e4736		8
4bf92f3577b34da6a3ce929d0e0e4736	00f067aa0ba902b7	8

24
16
traced, 2026-09-01 00:00 to 2026-10-01 00:00 UTC: no profile

Of a cluster, which needs ZooKeeper for more than this:
accepted
accepted
bool(true)
