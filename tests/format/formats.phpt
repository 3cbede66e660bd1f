--TEST--
Each format of a small run is exact, byte by byte
--SKIPIF--
<?php
require __DIR__ . '/../helper.inc';
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
if (!in_array('pprof', formats())) die('skip needs zlib');
?>
--FILE--
<?php
require __DIR__ . '/program.inc';

function one($x) { leaf($x); return leaf($x); }
function two() { one(1); return one(2); }

/* Formats whose content another test has. */
const ELSEWHERE = ['xhgui' => 'format/xhgui_load.phpt',
	'html' => 'format/html.phpt', 'pprof' => 'format/pprof_rules.phpt',
	'perfetto' => 'format/perfetto.phpt', 'folded-alloc' => 'alloc/folded.phpt', 'folded-live' => 'alloc/folded.phpt'];

require __DIR__ . '/../helper.inc';
$profile = run(XHPROF_FLAGS_TIMELINE | XHPROF_FLAGS_CPU, 'two');
$exact = ['xhprof', 'json', 'folded', 'speedscope', 'callgrind', 'chrome', 'log'];
foreach ($exact as $format) {
	echo "-- $format\n",
		preg_replace('/"gc_\w+":\d+,/', '', str_replace(__DIR__, 'DIR', $profile->export($format))), "\n";
}
foreach (preg_grep('/\.gz$/', array_diff(formats(), $exact, array_keys(ELSEWHERE)), PREG_GREP_INVERT) as $format) {
	echo "no test knows what $format writes: tests/format/formats.phpt\n";
}
?>
--EXPECT--
-- xhprof
a:5:{s:10:"one==>leaf";a:3:{s:2:"ct";i:4;s:2:"wt";i:4;s:3:"cpu";i:4;}s:9:"two==>one";a:3:{s:2:"ct";i:2;s:2:"wt";i:10;s:3:"cpu";i:10;}s:12:"main()==>two";a:3:{s:2:"ct";i:1;s:2:"wt";i:13;s:3:"cpu";i:13;}s:20:"main()==>xhprof_stop";a:3:{s:2:"ct";i:1;s:2:"wt";i:1;s:3:"cpu";i:1;}s:6:"main()";a:3:{s:2:"ct";i:1;s:2:"wt";i:16;s:3:"cpu";i:16;}}
-- json
{"format":"xhprof","version":1,"mode":"timeline","started_ns":1000000000,"unrecorded_calls":0,"truncated_calls":0,"call_cost_ps":2002000,"runs":1,"lost_timeline_events":0,"total":{"calls":9,"wall_ns":16000,"cpu_ns":16000},
"functions":{
"name":["main()","two","one","leaf","xhprof_stop"],
"file":[null,"DIR/formats.php","DIR/formats.php","DIR/program.inc",null],
"line":[0,5,4,4,0]},
"pairs":{
"caller":[2,1,0,0,null],
"caller_level":[0,0,0,0,0],
"callee":[3,2,1,4,0],
"callee_level":[0,0,0,0,0],
"calls":[4,2,1,1,1],
"wall_ns":[4000,10000,13000,1000,16000],
"cpu_ns":[4000,10000,13000,1000,16000]},
"nodes":{
"parent":[null,0,1,2,0],
"function":[0,1,2,3,4],
"level":[0,0,0,0,0],
"line":[0,24,5,4,25],
"calls":[1,1,2,4,1],
"min_wall_ns":[16000,13000,5000,1000,1000],
"max_wall_ns":[16000,13000,5000,1000,1000],
"wall_ns":[16000,13000,10000,4000,1000],
"cpu_ns":[16000,13000,10000,4000,1000]},
"timeline":{
"begins":[1,2,3,4,0,4,0,0,3,4,0,4,0,0,0,5,0,0],
"since_ns":[0,1000,1000,1000,1000,1000,1000,1000,1000,1000,1000,1000,1000,1000,1000,1000,1000,0]},
"curve":{
"since_ns":[0,10000,6000],
"cpu_ns":[0,10000,16000]}}

-- folded
main() 2000
main();two 3000
main();two;one 6000
main();two;one;leaf 4000
main();xhprof_stop 1000

-- speedscope
{"$schema":"https://www.speedscope.app/file-format-schema.json","exporter":"xhprof","name":"xhprof","activeProfileIndex":0,"shared":{"frames":[
{"name":"main()"},
{"name":"two","file":"DIR/formats.php","line":5},
{"name":"one","file":"DIR/formats.php","line":4},
{"name":"leaf","file":"DIR/program.inc","line":4},
{"name":"xhprof_stop"}]},"profiles":[{"type":"evented","name":"in order of time","unit":"nanoseconds","startValue":0,"endValue":16000,"events":[
{"type":"O","frame":0,"at":0},
{"type":"O","frame":1,"at":1000},
{"type":"O","frame":2,"at":2000},
{"type":"O","frame":3,"at":3000},
{"type":"C","frame":3,"at":4000},
{"type":"O","frame":3,"at":5000},
{"type":"C","frame":3,"at":6000},
{"type":"C","frame":2,"at":7000},
{"type":"O","frame":2,"at":8000},
{"type":"O","frame":3,"at":9000},
{"type":"C","frame":3,"at":10000},
{"type":"O","frame":3,"at":11000},
{"type":"C","frame":3,"at":12000},
{"type":"C","frame":2,"at":13000},
{"type":"C","frame":1,"at":14000},
{"type":"O","frame":4,"at":15000},
{"type":"C","frame":4,"at":16000},
{"type":"C","frame":0,"at":16000}]},
{"type":"evented","name":"wall time","unit":"nanoseconds","startValue":0,"endValue":16000,"events":[
{"type":"O","frame":0,"at":0},
{"type":"O","frame":1,"at":0},
{"type":"O","frame":2,"at":0},
{"type":"O","frame":3,"at":0},
{"type":"C","frame":3,"at":4000},
{"type":"C","frame":2,"at":10000},
{"type":"C","frame":1,"at":13000},
{"type":"O","frame":4,"at":13000},
{"type":"C","frame":4,"at":14000},
{"type":"C","frame":0,"at":16000}]},{"type":"evented","name":"CPU time","unit":"nanoseconds","startValue":0,"endValue":16000,"events":[
{"type":"O","frame":0,"at":0},
{"type":"O","frame":1,"at":0},
{"type":"O","frame":2,"at":0},
{"type":"O","frame":3,"at":0},
{"type":"C","frame":3,"at":4000},
{"type":"C","frame":2,"at":10000},
{"type":"C","frame":1,"at":13000},
{"type":"O","frame":4,"at":13000},
{"type":"C","frame":4,"at":14000},
{"type":"C","frame":0,"at":16000}]}]}

-- callgrind
# callgrind format
version: 1
creator: xhprof
cmd: php
part: 1
positions: line
event: Wall : wall time (ns)
event: Cpu : CPU time (ns)
events: Wall Cpu
summary: 16000 16000

fl=DIR/formats.php
fn=one
4 6000 6000
cfl=DIR/program.inc
cfn=leaf
calls=4 4
4 4000 4000

fl=DIR/program.inc
fn=leaf
4 4000 4000

fl=DIR/formats.php
fn=two
5 3000 3000
cfl=DIR/formats.php
cfn=one
calls=2 4
5 10000 10000

fl=php:internal
fn=main()
0 2000 2000
cfl=DIR/formats.php
cfn=two
calls=1 5
24 13000 13000
cfl=php:internal
cfn=xhprof_stop
calls=1 0
25 1000 1000

fl=php:internal
fn=xhprof_stop
0 1000 1000

-- chrome
{"displayTimeUnit":"ns","traceEvents":[
{"ph":"M","pid":1,"tid":1,"name":"process_name","args":{"name":"PHP"}},
{"ph":"X","pid":1,"tid":1,"cat":"php","name":"leaf","ts":3.000,"dur":1.000,"args":{"file":"DIR/program.inc","line":4}},
{"ph":"X","pid":1,"tid":1,"cat":"php","name":"leaf","ts":5.000,"dur":1.000,"args":{"file":"DIR/program.inc","line":4}},
{"ph":"X","pid":1,"tid":1,"cat":"php","name":"one","ts":2.000,"dur":5.000,"args":{"file":"DIR/formats.php","line":4}},
{"ph":"X","pid":1,"tid":1,"cat":"php","name":"leaf","ts":9.000,"dur":1.000,"args":{"file":"DIR/program.inc","line":4}},
{"ph":"X","pid":1,"tid":1,"cat":"php","name":"leaf","ts":11.000,"dur":1.000,"args":{"file":"DIR/program.inc","line":4}},
{"ph":"X","pid":1,"tid":1,"cat":"php","name":"one","ts":8.000,"dur":5.000,"args":{"file":"DIR/formats.php","line":4}},
{"ph":"X","pid":1,"tid":1,"cat":"php","name":"two","ts":1.000,"dur":13.000,"args":{"file":"DIR/formats.php","line":5}},
{"ph":"X","pid":1,"tid":1,"cat":"php","name":"xhprof_stop","ts":15.000,"dur":1.000},
{"ph":"X","pid":1,"tid":1,"cat":"php","name":"main()","ts":0.000,"dur":16.000}
]}

-- log
# stack_level	file	function	line_defined	current_line	own_ns	total_ns
3	DIR/program.inc	leaf	4	4	1000	1000
3	DIR/program.inc	leaf	4	4	1000	1000
2	DIR/formats.php	one	4	5	3000	5000
3	DIR/program.inc	leaf	4	4	1000	1000
3	DIR/program.inc	leaf	4	4	1000	1000
2	DIR/formats.php	one	4	5	3000	5000
1	DIR/formats.php	two	5	24	3000	13000
1		xhprof_stop	0	25	1000	1000
0		main()	0	0	2000	16000
