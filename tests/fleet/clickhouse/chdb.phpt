--TEST--
The tables and rows for a present-day ClickHouse: with codecs and a time to live, and sent twice they are there once
--EXTENSIONS--
ffi
curl
zlib
--INI--
ffi.enable=1
--SKIPIF--
<?php
require __DIR__ . '/chdb.inc';
require __DIR__ . '/../../format/tools.inc';
skip_without_chdb();
once_is_enough();
?>
--FILE--
<?php
require __DIR__ . '/chdb.inc';
require __DIR__ . '/../batch.inc';
use XHProf\Fleet\Agent\BatchPart;
use XHProf\Fleet\ClickHouse\{Rows, Schema};
use XHProf\Fleet\Http\Endpoint;
use XHProf\Fleet\Store\ClickHouseClient;
use XHProf\Profile;

$folder = own_folder();
$engine = new Chdb("$folder/chdb");
$schema = fn(string $rest) =>
	new Schema(ClickHouseClient::of(Endpoint::of("clickhouse+http://127.0.0.1:1$rest", ['clickhouse'])), 2607);
foreach ([...$schema('/xhprof')->statements(), ...$schema('/xhprof')->statements()] as $sql) {
	$engine->query($sql);
}
echo $engine->query("SELECT name, engine_full FROM system.tables WHERE database = 'xhprof' ORDER BY name");

$stacks = [['frames' => ['main()', 'f', 'g'], 'samples' => 2, 'wall_ns' => 60_000_000_000, 'cpu_ns' => 36_000_000_000],
	['frames' => ['main()', 'f'], 'samples' => 1, 'wall_ns' => 10, 'cpu_ns' => 5]];
$now = intdiv(time(), 60) * 60; // older rows are over
$batch = new XHProf\Fleet\Agent\Batch('7f-1', 0x7f, 1, $now - 60, $now, [new BatchPart(series(['route' => "it's"]),
	'samples', Profile::fromStacks($stacks)), new BatchPart(series([], 'jobs'), 'trace', traced(0))]);
$send = function () use ($batch, $engine, $folder) {
	foreach ((new Rows($batch, fn() => false))->packed() as $table => $rows) {
		file_put_contents("$folder/rows", gzdecode($rows));
		$engine->query("INSERT INTO xhprof.$table (" . implode(', ', Schema::columns($table))
			. ") FROM INFILE '$folder/rows' FORMAT RowBinary");
	}
};
$send();
$send();
echo $engine->query('SELECT kind, service, env, host, pool, php, route, tags FROM xhprof.series FINAL ORDER BY kind');
echo $engine->query(
	"SELECT service, toUnixTimestamp(ts) - $batch->from, arrayStringConcat(frames, ';') AS path, n, wall, cpu FROM xhprof.samples FINAL ANY LEFT JOIN
	(SELECT stack, frames FROM xhprof.stacks) AS b USING stack WHERE series IN (SELECT series FROM xhprof.series WHERE route != '') ORDER BY n");
echo $engine->query('SELECT count(), sum(n) FROM xhprof.samples FINAL');

echo "\nQueries of the docs:\n";
$engine->query('USE xhprof');
foreach (queries_of_docs() as $sql) {
	echo preg_replace('/^\d+-\d+-\d+ \d+:\d+:\d+/m', 'MINUTE', $engine->query(str_replace('/cart', "it\\'s", $sql))),
		"\n";
}

echo "\nOf a cluster, with copies:\n",
	implode("\n", preg_grep('/samples/', $schema('/many%20x?cluster=prod-eu&replicated=1&days=7')->statements())), "\n";
?>
--EXPECT--
allocs	ReplacingMergeTree PARTITION BY toYYYYMMDD(ts) ORDER BY (service, toStartOfHour(ts), series, stack, ts, part) TTL ts + toIntervalDay(30) SETTINGS index_granularity = 8192
functions	ReplacingMergeTree(seen) PARTITION BY toYYYYMM(seen) ORDER BY (service, function) TTL seen + toIntervalDay(60) SETTINGS index_granularity = 8192
samples	ReplacingMergeTree PARTITION BY toYYYYMMDD(ts) ORDER BY (service, toStartOfHour(ts), series, stack, ts, part) TTL ts + toIntervalDay(30) SETTINGS index_granularity = 8192
series	ReplacingMergeTree(seen) PARTITION BY toYYYYMM(seen) ORDER BY (service, series) TTL seen + toIntervalDay(60) SETTINGS index_granularity = 8192
stacks	ReplacingMergeTree(seen) PARTITION BY toYYYYMM(seen) ORDER BY (stack) TTL seen + toIntervalDay(60) SETTINGS index_granularity = 8192
samples	shop	production	web1	www	8.2.36	it\'s	['route=it\'s']
trace	jobs	production	web1	www	8.2.36		[]
shop	0	main();f	1	10	5
shop	0	main();f;g	2	60000000000	36000000000
8	10

Queries of the docs:
web1	0.01

MINUTE	it\'s	1.0000000001666667


Of a cluster, with copies:
CREATE TABLE IF NOT EXISTS `many x`.samples_local ON CLUSTER `prod-eu` (service LowCardinality(String), ts DateTime('UTC') CODEC(Delta, ZSTD(1)), series UInt64 CODEC(ZSTD(1)), stack UInt64 CODEC(ZSTD(1)), part UInt64 CODEC(ZSTD(1)), n UInt64 CODEC(T64, ZSTD(1)), wall UInt64 CODEC(T64, ZSTD(1)), cpu UInt64 CODEC(T64, ZSTD(1)), squares UInt64 CODEC(T64, ZSTD(1)), trace String CODEC(ZSTD(1)), span String CODEC(ZSTD(1)), INDEX trace trace TYPE bloom_filter GRANULARITY 4) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/many x/samples', '{replica}') PARTITION BY toYYYYMMDD(ts) ORDER BY (service, toStartOfHour(ts), series, stack, ts, part) TTL ts + INTERVAL 7 DAY
CREATE TABLE IF NOT EXISTS `many x`.samples ON CLUSTER `prod-eu` AS `many x`.samples_local ENGINE = Distributed(`prod-eu`, `many x`, samples_local, series)
