--TEST--
Samples of a present-day ClickHouse become sums of hours, and no answer changes, though batches were sent twice
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
require __DIR__ . '/hours.inc';
use XHProf\Fleet\ClickHouse\{Rows, Schema};
use XHProf\Fleet\Http\Endpoint;
use XHProf\Fleet\Store\ClickHouseClient;

$folder = own_folder();
$engine = new Chdb("$folder/chdb");
foreach ((new Schema(ClickHouseClient::of(Endpoint::of('clickhouse+http://127.0.0.1:1/xhprof', ['clickhouse'])), 2607))
	->statements() as $sql) {
	$engine->query($sql);
}
$engine->query('USE xhprof');
$send = function ($batch) use ($engine, $folder) {
	foreach ((new Rows($batch, fn() => false))->packed() as $table => $rows) {
		file_put_contents("$folder/rows", gzdecode($rows));
		$engine->query("INSERT INTO $table (" . implode(', ', Schema::columns($table))
			. ") FROM INFILE '$folder/rows' FORMAT RowBinary");
	}
};
test_hours($send, $engine->query(...), (intdiv(time(), DAY) - 20) * DAY);
?>
--EXPECT--
rows, samples: 74 132
refused, 74 132
summed DAY by the hour: 52 rows became 25
summed NEXT DAY by the hour: 15 rows became 8
rows, samples: 40 132
bool(true)
2	0	jobs	1	42	12
2	0	shop	0	22	4
2	0	shop	1	4	1
3	0	jobs	1	7	6
3	0	shop	0	8	2
no more days to sum by the hour
One that arrives late, twice:
no more days to sum by the hour
35 and 11
One that arrives while its day is summed:
DAY received samples just now; the next --setup sums it by the hour
summed DAY by the hour: 15 rows became 8
6
0
