--TEST--
A present-day ClickHouse is asked by the same SQL, and answers the same
--EXTENSIONS--
ffi
curl
--INI--
ffi.enable=1
--SKIPIF--
<?php
require __DIR__ . '/../clickhouse/chdb.inc';
require __DIR__ . '/../../format/tools.inc';
skip_without_chdb();
once_is_enough();
?>
--FILE--
<?php
require __DIR__ . '/../clickhouse/chdb.inc';
require __DIR__ . '/../batch.inc';
require __DIR__ . '/asking.inc';
use XHProf\Fleet\ClickHouse\{Rows, Schema};
use XHProf\Fleet\Http\Endpoint;
use XHProf\Fleet\Store\{ClickHouseClient, ClickHouseStore, Selection};

$folder = own_folder();
$engine = new Chdb("$folder/chdb");
foreach ((new Schema(ClickHouseClient::of(Endpoint::of('clickhouse+http://127.0.0.1:1/xhprof', ['clickhouse'])), 2607))
	->statements() as $sql) {
	$engine->query($sql);
}
$engine->query('USE xhprof');
$store = new ClickHouseStore('chdb', fn(string $sql): string => $engine->query($sql));
$from = intdiv(time(), 60) * 60 - 600; // older rows are over
$load = fn(string $query) => $store->profile(Selection::of("?since=@$from&until=@" . $from + 600 . "&$query", time()));
show_found('', $load);
foreach (batches($from) as $batch) {
	foreach ((new Rows($batch, fn() => false))->packed() as $table => $rows) {
		file_put_contents("$folder/rows", gzdecode($rows));
		$engine->query("INSERT INTO $table (" . implode(', ', Schema::columns($table))
			. ") FROM INFILE '$folder/rows' FORMAT RowBinary");
	}
}
foreach (['service=shop', 'service=shop&route=/cart', 'service=shop&host!=web-1',
	'service=shop&host=web-*&route!=/cart', 'service=shop&route=/a%3Db&ho+st=100+%25_*',
	'service=shop&route=', 'service=shop&route=/cart&per=host,hour',
	'service=shop&kind=trace', 'tag_env=it%27s+*', 'service=shpo', 'service=shop&route=/crat',
	'service=shop&rote=/cart', 'service=old', 'service=shop&host=web-2&route=/cart&ho+st=100*'] as $query) {
	show_found($query, $load);
}
foreach ($store->weights(Selection::of("?since=@$from", time()), 3) as $label => $weights) {
	echo "\n$label\n";
	foreach ($weights as $row) {
		echo "  $row[name]  $row[hosts]  $row[samples]  ", $row['wall_ns'] / 1e6, ' ms  ', $row['first'] - $from, ' ',
			$row['last'] - $from, "\n";
	}
}

echo "\nOver time:\n";
foreach ($store->curve(Selection::of("?since=@$from&service=shop", time()), 60) as $minute => $sums) {
	echo '  ', 60 * $minute - $from, '  ', $sums['wall_ns'] / 1e6, ' ms  ', $sums['cpu_ns'] / 1e6, " ms\n";
}

echo "\nPlaces:\n";
foreach ($store->profile(Selection::of("?since=@$from&service=shop", time()))->functions() as $name => $row) {
	echo "  $name  $row[file]:$row[line]\n";
}
echo "\nLess than all:\n";
$few = new ClickHouseStore('chdb', fn(string $sql): string => $engine->query($sql), 1);
show_found('service=shop', fn(string $query) => $few->profile(Selection::of("?since=@$from&$query", time())));
$engine->query('TRUNCATE TABLE stacks');
show_found('service=shop', $load);
?>
--EXPECT--
this store is empty
  xhprof ship --to URL fills it
service=shop
  main() > f  250  2500 ms  250 ms
  main() > f > g's \  5  50 ms  0 ms
service=shop&route=/cart
  main() > f  130  1300 ms  130 ms
  main() > f > g's \  3  30 ms  0 ms
service=shop&host!=web-1
  main() > f  140  1400 ms  140 ms
  main() > f > g's \  3  30 ms  0 ms
service=shop&host=web-*&route!=/cart
  main() > f  40  400 ms  40 ms
  main() > f > g's \  1  10 ms  0 ms
service=shop&route=/a%3Db&ho+st=100+%25_*
  main() > f  40  400 ms  40 ms
  main() > f > g's \  1  10 ms  0 ms
service=shop&route=
  main() > f  80  800 ms  80 ms
  main() > f > g's \  1  10 ms  0 ms
service=shop&route=/cart&per=host,hour
  main() > f  390  3900 ms  390 ms
  main() > f > g's \  9  90 ms  0 ms
service=shop&kind=trace
  main() > f  7  70 ms  7 ms
  main() > f > g's \  1  10 ms  0 ms
tag_env=it%27s+*
  main() > f  5  50 ms  5 ms
  main() > f > g's \  1  10 ms  0 ms
service=shpo
  no profile has service=shpo
  did you mean shop? service is: api, old, shop
service=shop&route=/crat
  no profile of service=shop has route=/crat
  did you mean /cart? route is: /a=b, /cart
service=shop&rote=/cart
  no profile of service=shop has the label "rote"
  did you mean route? there are: service, env, host, pool, ho st, route
service=old
  old has no samples
  there is kind=trace
service=shop&host=web-2&route=/cart&ho+st=100*
  no profile has all of: service=shop, host=web-2, route=/cart, ho st=100*
  


    4  261  2610 ms  0 60

env
  production  4  261  2610 ms  0 60

php
  8.2.36  4  261  2610 ms  0 60

pool
  www  4  261  2610 ms  0 60

service
  shop  3  255  2550 ms  0 60
  api  1  6  60 ms  0 0

tag_route
  /cart  2  133  1330 ms  0 60
  /a=b  1  41  410 ms  0 0

host
  web-1  1  112  1120 ms  0 60
  job-1  1  81  810 ms  0 0
  web-2  1  62  620 ms  0 0

tag_ho st
  100 %_x  1  41  410 ms  0 0

tag_env
  it's *  1  6  60 ms  0 0

tag_host
  x  1  6  60 ms  0 0

Over time:
  0  1540 ms  150 ms
  60  1010 ms  100 ms

Places:
  f  /srv/shop/vendor/acme/f/f.php:3
  g's \  /srv/shop/vendor/acme/g's/g.php:
  main()  :

Less than all:
service=shop
  main() > f  250  2500 ms  250 ms
  main() > (1 lighter call paths)  5  50 ms  0 ms
service=shop
  main() > (a path that is no longer in the store)  255  2550 ms  250 ms
