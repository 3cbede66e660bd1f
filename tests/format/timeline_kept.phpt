--TEST--
A timeline that is saved as json is there again: all that is made of the loaded run is the same, byte for byte
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/program.inc';

function section($x) { leaf($x); Fiber::suspend($x); return leaf($x); }
function fibers()
{
	$fibers = [new Fiber('section'), new Fiber('section')];
	foreach ($fibers as $fiber) $fiber->start(1);
	leaf(0);
	foreach (array_reverse($fibers) as $fiber) $fiber->resume(1);
}
function lines(XHProf\Profile $run): array
{
	$formats = isset($run->summary()['timeline_events']) ? ['log', 'chrome', 'perfetto'] : [];

	return array_map(static fn (string $format) => $run->export($format), [...$formats, 'speedscope', 'html', 'json']);
}

$file = __DIR__ . '/timeline_kept.tmp';
$timeline = XHPROF_FLAGS_TIMELINE;
foreach (['all metrics' => [$timeline | ALL_METRICS, 'program'], 'wall time alone' => [$timeline, 'program'],
	'fibers' => [$timeline, 'fibers'], 'cut' => [$timeline | ALL_METRICS, 'program', ['max_timeline_bytes' => 640]],
	'nothing kept' => [$timeline, 'program', ['max_timeline_bytes' => 1]],
	'odd names' => [$timeline, 'odd_names'], 'no timeline' => [XHPROF_FLAGS_TREE, 'program']] as $what => $arguments) {
	$run = run(...$arguments);
	foreach ([$run, $run->reduce(['hide_functions' => ['fib']])] as $i => $one) {
		$one->export('json', $file);
		$loaded = XHProf\Profile::load($file);
		echo $i === 0 ? "$what: " : '  reduced: ', $loaded->summary()['timeline_events'] ?? 'no', ' events, ',
			$loaded->summary()['lost_timeline_events'] ?? 'none', ' lost, ';
		echo lines($loaded) === lines($one) ? "the same\n" : "OTHERS\n";
	}
}
$table = json_decode(run($timeline, 'fibers')->export('json'), true);
echo implode(' ', array_keys($table['timeline'])), "\n";
foreach (array_keys($table['timeline']['begins']) as $i) {
	echo implode(' ', array_column($table['timeline'], $i)), $i % 8 === 7 ? "\n" : ', ';
}
unlink($file);
?>
--EXPECT--
all metrics: 116 events, 0 lost, the same
  reduced: 66 events, 0 lost, the same
wall time alone: 116 events, 0 lost, the same
  reduced: 66 events, 0 lost, the same
fibers: 46 events, 0 lost, the same
  reduced: 46 events, 0 lost, the same
cut: 40 events, 76 lost, the same
  reduced: 15 events, 76 lost, the same
nothing kept: 0 events, 116 lost, the same
  reduced: 0 events, 116 lost, the same
odd names: 44 events, 0 lost, the same
  reduced: 44 events, 0 lost, the same
no timeline: no events, none lost, the same
  reduced: no events, none lost, the same
begins since_ns lane
1 0 0, 2 1000 0, 3 1000 0, 0 1000 0, 3 1000 0, 0 1000 0, 4 1000 0, 5 2000 1
6 1000 1, 0 1000 1, 7 1000 1, 0 1000 1, 0 0 1, 0 1000 0, 4 1000 0, 5 2000 2
6 1000 2, 0 1000 2, 7 1000 2, 0 1000 2, 0 0 2, 0 1000 0, 8 1000 0, 0 1000 0
9 1000 0, 0 1000 0, 10 1000 0, 11 1000 2, 12 0 2, 0 1000 2, 13 1000 2, 0 1000 2
0 1000 2, 0 2000 0, 10 1000 0, 11 1000 1, 12 0 1, 0 1000 1, 13 1000 1, 0 1000 1
0 1000 1, 0 2000 0, 0 1000 0, 14 1000 0, 0 1000 0, 0 0 0,
