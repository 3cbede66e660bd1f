--TEST--
A timeline places each call in time, across pauses and fibers, and says where it was cut
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/program.inc';

function section($x) { leaf($x); Fiber::suspend($x); return leaf($x); }
function fibers()
{
	$a = new Fiber('section');
	$a->start(1);
	leaf(0);
	$a->resume(1);
}
function pausing() { leaf(1); xhprof_pause(); leaf(2); xhprof_resume(); leaf(3); }
function many() { for ($i = 0; $i < 5; $i++) leaf($i); }

function show_log(XHProf\Profile $profile): void
{
	foreach (explode("\n", $profile->export('log')) as $line) {
		$fields = explode("\t", $line);
		unset($fields[1]);
		echo implode(' ', $fields), "\n";
	}
	$summary = $profile->summary();
	echo "$summary[mode] $summary[timeline_events] $summary[lost_timeline_events] $summary[wall_ns]\n";
}

foreach (['fibers', 'pausing'] as $program) {
	echo "-- $program\n";
	show_log(run(XHPROF_FLAGS_TIMELINE | XHPROF_FLAGS_NO_BUILTINS, $program));
}
echo "-- cut\n";
foreach ([1, 64, 96, 1 << 20] as $bytes) {
	show_log(run(XHPROF_FLAGS_TIMELINE | XHPROF_FLAGS_NO_BUILTINS, 'many', ['max_timeline_bytes' => $bytes]));
}
echo str_replace(__DIR__, 'DIR', run(0, 'many', ['mode' => 'timeline', 'max_timeline_bytes' => 64])->export('chrome'));
ini_set('xhprof.max_timeline_bytes', '160');
echo run(XHPROF_FLAGS_TIMELINE, 'many')->summary()['timeline_events'], "\n";
echo run(XHPROF_FLAGS_TIMELINE, 'many')->merge()->summary()['mode'], "\n";
?>
--EXPECT--
-- fibers
# stack_level function line_defined current_line own_ns total_ns
3 leaf 4 4 1000 1000
2 section 4 0 2000 3000
2 leaf 4 9 1000 1000
3 leaf 4 4 1000 1000
2 section 4 0 2000 3000
1 fibers 5 24 6000 13000
0 main() 0 0 2000 15000

timeline 14 0 15000
-- pausing
# stack_level function line_defined current_line own_ns total_ns
2 leaf 4 12 1000 1000
2 leaf 4 12 1000 1000
1 pausing 12 24 4000 6000
0 main() 0 0 2000 8000

timeline 8 0 8000
-- cut
# stack_level function line_defined current_line own_ns total_ns
# cut here: 14 events lost

timeline 0 14 13000
# stack_level function line_defined current_line own_ns total_ns
2 leaf 4 13 1000 1000
1 many 13 24 1000 2000 cut
0 main() 0 0 1000 3000 cut
# cut here: 10 events lost

timeline 4 10 13000
# stack_level function line_defined current_line own_ns total_ns
2 leaf 4 13 1000 1000
2 leaf 4 13 1000 1000
1 many 13 24 2000 4000 cut
0 main() 0 0 1000 5000 cut
# cut here: 8 events lost

timeline 6 8 13000
# stack_level function line_defined current_line own_ns total_ns
2 leaf 4 13 1000 1000
2 leaf 4 13 1000 1000
2 leaf 4 13 1000 1000
2 leaf 4 13 1000 1000
2 leaf 4 13 1000 1000
1 many 13 24 6000 11000
0 main() 0 0 2000 13000

timeline 14 0 13000
{"displayTimeUnit":"ns","traceEvents":[
{"ph":"M","pid":1,"tid":1,"name":"process_name","args":{"name":"PHP"}},
{"ph":"X","pid":1,"tid":1,"cat":"php","name":"leaf","ts":2.000,"dur":1.000,"args":{"file":"DIR/program.inc","line":4}},
{"ph":"X","pid":1,"tid":1,"cat":"php","name":"many","ts":1.000,"dur":2.000,"args":{"file":"DIR/timeline.php","line":13}},
{"ph":"X","pid":1,"tid":1,"cat":"php","name":"main()","ts":0.000,"dur":3.000},
{"ph":"i","s":"g","pid":1,"tid":1,"name":"cut: 12 events lost","ts":3.000}
]}
10
tree
