--TEST--
ClickHouse's samples become sums of hours, and no answer changes, though batches were sent twice
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
require __DIR__ . '/hours.inc';

$folder = own_folder();
$server = new Server("$folder/clickhouse");
$store = $server->store();
$store->setUp();
$client = $server->client();
$midnight = (intdiv(time(), DAY) - 20) * DAY;
test_hours(fn($batch) => outcome_of($store->send($batch))->isAccepted || die('not accepted'),
	fn(string $sql) => $client->query($sql, XHProf\Fleet\ClickHouse\Schema::settings($client->version())), $midnight);
echo "By --setup:\n", preg_replace('/\d{8}/', 'DAY',
	implode("\n", array_slice($server->store('/xhprof?hours_after=14')->setUp(), 3))), "\n";
?>
--EXPECT--
rows, samples: 74 132
another --setup sums samples by the hour (if no other --setup runs, an earlier one was killed: DROP TABLE samples_hours), 74 132
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
By --setup:
summed DAY by the hour: 7 rows became 7
