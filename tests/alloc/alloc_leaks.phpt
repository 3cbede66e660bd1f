--TEST--
A static cache, a cycle of closures and a kept generator are found by site, path and diff
--SKIPIF--
<?php if (getenv('XHPROF_TEST_TREE')) die('skip asks for hier mode as well'); ?>
<?php if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP'); ?>
--FILE--
<?php
require __DIR__ . '/alloc.inc';

function cached($key)
{
	static $cache = [];
	return $cache[$key] ??= str_repeat('c', 4000 + $key);
}

function listener($size)
{
	$object = new Box;
	$object->things = [function () use ($object, $size) { return str_repeat('l', $size); }];
	$object->things[] = range(1, $size);
	return 1;
}

function rows($count)
{
	$all = array_fill(0, $count, 'row');
	foreach ($all as $row) {
		yield $row;
	}
}

function keep_reading($count)
{
	$rows = rows($count);
	$rows->current();
	Box::$kept[] = $rows;
	return 1;
}

function harmless($count)
{
	return count(array_map(fn($n) => str_repeat('h', $n), range(1, $count)));
}

/* A worker's work: what only the first needs is not a leak. */
function work($number)
{
	static $once = null;
	$once ??= str_repeat('o', 100000);
	harmless(100);
	cached($number);
	listener(50);
	keep_reading(200);
	return $number;
}

function top(XHProf\Profile $profile, int $count): void
{
	foreach (array_slice($profile->allocations('live'), 0, $count) as $site) {
		echo '  ', plain_name(isset($site['path']) ? implode(' > ', $site['path']) : "$site[caller] > $site[function]"),
			' ', $site['live'], "\n";
	}
}

gc_disable();
for ($runs = [], $i = 0; $i < 3; $i++) {
	xhprof_enable(XHPROF_FLAGS_ALLOC | ($i === 2 ? XHPROF_FLAGS_TREE : 0));
	for ($j = 0; $j < 10; $j++) {
		work(10 * $i + $j);
	}
	$runs[] = xhprof_stop();
}

echo "by site\n";
top($runs[1], 3);
echo "by path\n";
top($runs[2], 3);

echo "by diff, of equal work: ";
$diff = $runs[1]->diff($runs[0]);
echo -array_sum(array_column($diff, 'own_live_bytes')) >= 90000
	? "what is made once is not there again\n" : "it grew\n";
echo "by diff, of less work:\n";
xhprof_enable(XHPROF_FLAGS_ALLOC);
harmless(100);
$less = xhprof_stop();
$diff = array_map(fn($row) => $row['own_live_bytes'], $runs[1]->diff($less));
arsort($diff);
foreach (array_slice($diff, 0, 3) as $function => $bytes) {
	echo '  ', $function, $bytes > 0 ? " grew\n" : " did not grow\n";
}
echo 'harmless ', site_of($runs[1], 'harmless')['live_bytes'], "\n";
?>
--EXPECT--
by site
  rows > array_fill 20
  cached > str_repeat 10
  listener > range 20
by path
  main() > work > keep_reading > Generator::current > rows > array_fill 20
  main() > work > cached > str_repeat 10
  main() > work > listener > range 20
by diff, of equal work: what is made once is not there again
by diff, of less work:
  array_fill grew
  str_repeat grew
  range grew
harmless 0
