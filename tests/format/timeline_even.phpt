--TEST--
A full timeline keeps at least half of what fits of calls that last as long, from all of the run, of each function, and parts of it say what they lack
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
function one(): void {}
function two(): void {}
function calls(): void
{
	for ($i = 0; $i < 20000; $i++) {
		one();
		two();
	}
}
function pause(): void { xhprof_fake_clock_advance(1000000000, 0); }

const BYTES = 1 << 19;
xhprof_enable(XHPROF_FLAGS_TIMELINE | XHPROF_FLAGS_NO_BUILTINS, ['max_timeline_bytes' => BYTES]);
calls();
pause();
calls();
pause();
calls();
$run = xhprof_stop();
$summary = $run->summary();
$fits = BYTES / 16 - 4096; /* the rest is for the ends of the calls that are open when it makes room */
echo $summary['timeline_events'] + $summary['lost_timeline_events'], " events\n";
echo $summary['timeline_events'] >= $fits / 2 && $summary['timeline_events'] <= BYTES / 16
	? 'at least half of what fits' : $summary['timeline_events'], "\n";

$data = json_decode($run->export('json'), true);
$part = $open = 0;
$names = $at = [];
foreach ($data['timeline']['begins'] as $i => $node) {
	$part += $data['timeline']['since_ns'][$i] >= 1000000000 ? 1 : 0;
	$open += $node > 0 ? 1 : -1;
	$name = $node > 0 ? $data['functions']['name'][$data['nodes']['function'][$node - 1]] : '';
	if ($name === 'one' || $name === 'two') {
		$names["$name $part"] = ($names["$name $part"] ?? 0) + 1;
	}
}
echo "$open open, ", count($names), ' groups, ',
	max($names) < 1.2 * min($names) ? 'as dense' : json_encode($names), "\n";
echo array_sum($data['timeline']['since_ns']) === $summary['wall_ns'] ? 'ends with the run' : 'ends before', "\n";

foreach (['half' => ['from_ns' => 0, 'to_ns' => intdiv($summary['wall_ns'], 2)],
	'fiber' => ['lane' => 0]] as $name => $options) {
	echo "$name: ", $run->reduce($options)->summary()['lost_timeline_events'] === $summary['lost_timeline_events']
		? 'says what it lacks' : 'as if all were there', "\n";
}
?>
--EXPECT--
240012 events
at least half of what fits
0 open, 6 groups, as dense
ends with the run
half: says what it lacks
fiber: says what it lacks
