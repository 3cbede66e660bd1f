--TEST--
A report has each event as a metric: of paths without callees, of pairs with them
--SKIPIF--
<?php
if (getenv('XHPROF_TEST_TREE')) die('skip asks for hier mode as well');
require __DIR__ . '/events.inc';
need_event('objects');
need_event('allocated-bytes');
require __DIR__ . '/../../format/program.inc';
if (!extension_loaded('zlib') || !has_pprof()) die('skip needs zlib, and PHP\'s as well');
?>
--FILE--
<?php
require __DIR__ . '/../../format/html.inc';

function make(int $count): array
{
	static $calls = 0;
	$calls++;
	$made = [];
	while ($count-- > 0) {
		$made[] = new stdClass();
	}
	return $made;
}

function shop(): void
{
	static $calls = 0;
	$calls++;
	make(3);
	make(4);
	new ArrayObject();
}

foreach ([XHPROF_FLAGS_TREE, 0] as $flags) {
	xhprof_enable($flags, ['events' => ['objects', 'exceptions', 'allocated-bytes']]);
	shop();
	$profile = xhprof_stop();
	$run = report_run($profile->export('html'));
	foreach (array_slice($run['metrics'], 1) as $metric) {
		echo implode(' ', array_filter(array_slice($metric, 0, 3))), $metric['signed'] ? ' SIGNED' : '', "\n";
	}
	$table = $run[$run['nodes'] > 0 ? 'paths' : 'edges'];
	foreach ($table['function'] as $i => $function) {
		echo '  ', $run['table']['name'][$function], ' ', $table['event-objects'][$i], ' ',
			$table['event-exceptions'][$i], "\n";
	}
	$bytes = $run['nodes'] > 0 ? array_sum($table['event-allocated-bytes']) : end($table['event-allocated-bytes']);
	echo $bytes === $profile->summary()['events']['allocated-bytes'] ? "  all bytes\n" : "  $bytes OTHER BYTES\n";
}
?>
--EXPECT--
event-objects objects count
event-exceptions exceptions count
event-allocated-bytes allocated-bytes bytes
  main() 0 0
  shop 1 0
  make 7 0
  ArrayObject::__construct 0 0
  xhprof_stop 0 0
  all bytes
event-objects objects count
event-exceptions exceptions count
event-allocated-bytes allocated-bytes bytes
  make 7 0
  ArrayObject::__construct 0 0
  shop 8 0
  xhprof_stop 0 0
  main() 8 0
  all bytes
