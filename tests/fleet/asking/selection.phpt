--TEST--
The query of a store's URL becomes conditions of SQL, whatever bytes are in it, and an answer that is cut off is told
--FILE--
<?php
require __DIR__ . '/../batch.inc';
use XHProf\Cli\Problem;
use XHProf\Fleet\Store\{ClickHouseStore, RowBinary, Selection, Stores, Where};

$now = 1_790_073_060;
foreach (['', '?service=shop', '?service=a&service=b*&host!=x',
	"?pool=&tag_host=it%27s&a.b=%00%5C%25_*%0A", '?since=1w1h&until=1w&per=hour,host,hour&kind=trace',
	'?since=2026-09-21+10:00&until=2026-09-22T10:00:00Z&ca_file=x&secret_env=y#z'] as $query) {
	$selection = Selection::of("clickhouse+http://h/db$query", $now);
	echo "$query\n  ", addcslashes($selection->title(), "\0..\37"), "\n  ", $selection->since - $now, ' ',
		$selection->until - $now, "\n  ", Where::series($selection), "\n";
}
echo (new XHProf\Fleet\FleetStore())->stem('clickhouse+http://h/db?service=shop&route=/cart/../x&since=1h'), "\n\n";

/* Two windows' stacks; each answer in turn. */
$row = fn(int ...$numbers): string => pack('P*', ...$numbers);
$effective = $row(40_000, 160, 0, 0); // of 40 us, and 160 us² of squares
$answers = fn(string $frames): array => [$row(1, 2, $now, $now), $effective,
	$row(-1, 3, 30, 0) . $row(7, 1, -1, 0), $frames, ''];
$ask = function (array $answers) use ($now): void {
	$store = new ClickHouseStore('test', function (string $sql) use (&$answers): string {
		echo '  ', strlen($sql) > 400 ? substr($sql, 0, 397) . '...' : $sql, "\n";

		return array_shift($answers);
	});
	try {
		$profile = $store->profile(Selection::of('?service=shop', $now));
		echo '  ', round($profile->summary()['effective_samples'], 2), " effective samples\n";
		foreach ($profile->stacks() as $stack) {
			echo json_encode($stack), "\n";
		}
		echo json_encode(array_column($profile->functions(), 'line', 'file')), "\n";
	} catch (Problem $problem) {
		echo $problem->getMessage(), "\n";
	} catch (ValueError $error) {
		echo $error->getMessage(), "\n";
	}
};
$frames = $row(-1) . "\2\6main()\1f" . $row(99) . "\1\1x" . $row(7) . "\0";
$ask([$row(1, 2, $now, $now), $effective, $row(-1, 3, 30, 0) . $row(7, 1, 10, 0), $frames,
	"\1f\4/f.p" . $row(7)]);
$ask($answers($frames));
$ask([$row(1, 2, $now, $now), $effective, $row(-1, 3, 30, 0), substr($frames, 0, 12)]);
$ask(['no answer of ours']);
$ask([$row(1, 2, $now, $now), $effective, $row(5, 3, 30, 0), $row(5) . str_repeat("\xFF", 40)]);
?>
--EXPECT--
all services, the last 1h
  -3600 0
  kind = 'samples' AND 1
?service=shop
  shop, the last 1h
  -3600 0
  kind = 'samples' AND service = 'shop'
?service=a&service=b*&host!=x
  service=a,b* host!=x, the last 1h
  -3600 0
  kind = 'samples' AND (service = 'a' OR service LIKE 'b%') AND NOT (host = 'x')
?pool=&tag_host=it%27s&a.b=%00%5C%25_*%0A
  pool= host=it's a.b=\000\%_*\n, the last 1h
  -3600 0
  kind = 'samples' AND pool = '' AND has(tags, 'host=it\'s') AND arrayExists(x -> x LIKE 'a.b=\0\\\\\\%\\_%\n', tags)
?since=1w1h&until=1w&per=hour,host,hour&kind=trace
  all services, 2026-09-15 09:31 to 10:31 UTC, per hour and host
  -608400 -604800
  kind = 'trace' AND 1
?since=2026-09-21+10:00&until=2026-09-22T10:00:00Z&ca_file=x&secret_env=y#z
  all services, 2026-09-21 10:00 to 2026-09-22 10:00 UTC
  -88260 -1860
  kind = 'samples' AND 1
shop-route-cart-..-x-1h

  SELECT toUInt64(count()), toUInt64(uniqExact(host)), toUInt64(toUInt32(min(first))), toUInt64(toUInt32(max(last))) FROM (SELECT series, min(ts) AS first, max(ts) AS last FROM samples WHERE service = 'shop' AND ts >= toDateTime(1790069460) AND ts < toDateTime(1790073060) AND series GLOBAL IN (SELECT series FROM series WHERE kind = 'samples' AND service = 'shop') GROUP BY series) AS a ANY LEFT JO...
  SELECT sum(wall), toUInt64(least(sum(toFloat64(squares)), 9e18)), sumIf(wall, squares = 0), sumIf(n, squares = 0) FROM samples FINAL WHERE service = 'shop' AND ts >= toDateTime(1790069460) AND ts < toDateTime(1790073060) AND series GLOBAL IN (SELECT series FROM series WHERE kind = 'samples' AND service = 'shop') FORMAT RowBinary
  SELECT stack, sum(n) AS k, sum(wall) AS w, sum(cpu) AS c FROM samples FINAL WHERE service = 'shop' AND ts >= toDateTime(1790069460) AND ts < toDateTime(1790073060) AND series GLOBAL IN (SELECT series FROM series WHERE kind = 'samples' AND service = 'shop') GROUP BY stack ORDER BY w DESC, c DESC, stack LIMIT 200001 FORMAT RowBinary
  SELECT stack, frames FROM stacks WHERE stack IN (18446744073709551615,7) LIMIT 1 BY stack FORMAT RowBinary
  SELECT function, argMax(file, seen), toUInt64(argMax(line, seen)) FROM functions WHERE service = 'shop' AND function IN ('main()','f','(a path that is no longer in the store)') GROUP BY function FORMAT RowBinary
  8 effective samples
{"frames":["main()","f"],"samples":3,"wall_ns":30,"cpu_ns":0}
{"frames":["main()","(a path that is no longer in the store)"],"samples":1,"wall_ns":10,"cpu_ns":0}
{"\/f.p":7,"":null}
  SELECT toUInt64(count()), toUInt64(uniqExact(host)), toUInt64(toUInt32(min(first))), toUInt64(toUInt32(max(last))) FROM (SELECT series, min(ts) AS first, max(ts) AS last FROM samples WHERE service = 'shop' AND ts >= toDateTime(1790069460) AND ts < toDateTime(1790073060) AND series GLOBAL IN (SELECT series FROM series WHERE kind = 'samples' AND service = 'shop') GROUP BY series) AS a ANY LEFT JO...
  SELECT sum(wall), toUInt64(least(sum(toFloat64(squares)), 9e18)), sumIf(wall, squares = 0), sumIf(n, squares = 0) FROM samples FINAL WHERE service = 'shop' AND ts >= toDateTime(1790069460) AND ts < toDateTime(1790073060) AND series GLOBAL IN (SELECT series FROM series WHERE kind = 'samples' AND service = 'shop') FORMAT RowBinary
  SELECT stack, sum(n) AS k, sum(wall) AS w, sum(cpu) AS c FROM samples FINAL WHERE service = 'shop' AND ts >= toDateTime(1790069460) AND ts < toDateTime(1790073060) AND series GLOBAL IN (SELECT series FROM series WHERE kind = 'samples' AND service = 'shop') GROUP BY stack ORDER BY w DESC, c DESC, stack LIMIT 200001 FORMAT RowBinary
  SELECT stack, frames FROM stacks WHERE stack IN (18446744073709551615,7) LIMIT 1 BY stack FORMAT RowBinary
  SELECT function, argMax(file, seen), toUInt64(argMax(line, seen)) FROM functions WHERE service = 'shop' AND function IN ('main()','f','(a path that is no longer in the store)') GROUP BY function FORMAT RowBinary
XHProf\Profile::fromStacks(): Argument #1 ($stacks) must have numbers that add up to less than 2**62; they exceed it in row 1
  SELECT toUInt64(count()), toUInt64(uniqExact(host)), toUInt64(toUInt32(min(first))), toUInt64(toUInt32(max(last))) FROM (SELECT series, min(ts) AS first, max(ts) AS last FROM samples WHERE service = 'shop' AND ts >= toDateTime(1790069460) AND ts < toDateTime(1790073060) AND series GLOBAL IN (SELECT series FROM series WHERE kind = 'samples' AND service = 'shop') GROUP BY series) AS a ANY LEFT JO...
  SELECT sum(wall), toUInt64(least(sum(toFloat64(squares)), 9e18)), sumIf(wall, squares = 0), sumIf(n, squares = 0) FROM samples FINAL WHERE service = 'shop' AND ts >= toDateTime(1790069460) AND ts < toDateTime(1790073060) AND series GLOBAL IN (SELECT series FROM series WHERE kind = 'samples' AND service = 'shop') FORMAT RowBinary
  SELECT stack, sum(n) AS k, sum(wall) AS w, sum(cpu) AS c FROM samples FINAL WHERE service = 'shop' AND ts >= toDateTime(1790069460) AND ts < toDateTime(1790073060) AND series GLOBAL IN (SELECT series FROM series WHERE kind = 'samples' AND service = 'shop') GROUP BY stack ORDER BY w DESC, c DESC, stack LIMIT 200001 FORMAT RowBinary
  SELECT stack, frames FROM stacks WHERE stack IN (18446744073709551615) LIMIT 1 BY stack FORMAT RowBinary
the answer of the store is incomplete
  SELECT toUInt64(count()), toUInt64(uniqExact(host)), toUInt64(toUInt32(min(first))), toUInt64(toUInt32(max(last))) FROM (SELECT series, min(ts) AS first, max(ts) AS last FROM samples WHERE service = 'shop' AND ts >= toDateTime(1790069460) AND ts < toDateTime(1790073060) AND series GLOBAL IN (SELECT series FROM series WHERE kind = 'samples' AND service = 'shop') GROUP BY series) AS a ANY LEFT JO...
the answer of the store is incomplete
  SELECT toUInt64(count()), toUInt64(uniqExact(host)), toUInt64(toUInt32(min(first))), toUInt64(toUInt32(max(last))) FROM (SELECT series, min(ts) AS first, max(ts) AS last FROM samples WHERE service = 'shop' AND ts >= toDateTime(1790069460) AND ts < toDateTime(1790073060) AND series GLOBAL IN (SELECT series FROM series WHERE kind = 'samples' AND service = 'shop') GROUP BY series) AS a ANY LEFT JO...
  SELECT sum(wall), toUInt64(least(sum(toFloat64(squares)), 9e18)), sumIf(wall, squares = 0), sumIf(n, squares = 0) FROM samples FINAL WHERE service = 'shop' AND ts >= toDateTime(1790069460) AND ts < toDateTime(1790073060) AND series GLOBAL IN (SELECT series FROM series WHERE kind = 'samples' AND service = 'shop') FORMAT RowBinary
  SELECT stack, sum(n) AS k, sum(wall) AS w, sum(cpu) AS c FROM samples FINAL WHERE service = 'shop' AND ts >= toDateTime(1790069460) AND ts < toDateTime(1790073060) AND series GLOBAL IN (SELECT series FROM series WHERE kind = 'samples' AND service = 'shop') GROUP BY stack ORDER BY w DESC, c DESC, stack LIMIT 200001 FORMAT RowBinary
  SELECT stack, frames FROM stacks WHERE stack IN (5) LIMIT 1 BY stack FORMAT RowBinary
the answer of the store is incomplete
