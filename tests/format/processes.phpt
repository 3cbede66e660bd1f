--TEST--
A recording is exported to chrome and perfetto with a track for each process, with its samples and its marks
--FILE--
<?php
require __DIR__ . '/perfetto.inc';

/*
 * main() calls a(), which calls b(). The first process has two requests and a gap; the second process has marks after
 * its last sample; the third has marks only.
 */
$run = [
	'format' => 'xhprof', 'version' => 1, 'mode' => 'sample', 'started_ns' => 5, 'unrecorded_calls' => 0,
	'truncated_calls' => 0, 'call_cost_ps' => 0,
	'runs' => 0, 'samples' => 6, 'displaced' => 0, 'interval_ns' => 1000,
	'functions' => ['name' => ['main()', 'a', 'b'], 'file' => ['/m.php', '/a.php', null], 'line' => [0, 3, 0]],
	'pairs' => ['caller' => [0, 1, null], 'caller_level' => [0, 0, 0],
		'callee' => [1, 2, 0], 'callee_level' => [0, 0, 0],
		'calls' => [6, 2, 6], 'wall_ns' => [6000, 2000, 6000], 'cpu_ns' => [6000, 2000, 6000]],
	'nodes' => ['parent' => [null, 0, 1], 'function' => [0, 1, 2], 'level' => [0, 0, 0], 'line' => [5, 4, 0],
		'calls' => [0, 4, 2], 'min_wall_ns' => [null, null, null], 'max_wall_ns' => [null, null, null],
		'wall_ns' => [6000, 6000, 2000], 'cpu_ns' => [6000, 6000, 2000]],
	'moments' => ['at_ns' => [1000, 1500, 2000, 3000, 3500, 9000], 'node' => [1, 1, 2, 1, 2, 1],
		'samples' => [1, 1, 1, 1, 1, 1], 'off_cpu' => [0, 0, 0, 0, 0, 0], 'lane' => [0, 1, 0, 0, 1, 0],
		'request' => [1, 1, 1, 2, 1, 2], 'wall_ns' => [1000, 1000, 1000, 1000, 2000, 1000]],
	'marks' => ['mark_ns' => [200, 1600, 500, 4000, 100], 'kind' => [2, 4, 4, 1, 99],
		'text' => ['compile /a.php', 'DomainException', 'Other', 'gc', null], 'lane' => [0, 0, 2, 1, 1]],
];
$profile = XHProf\Profile::parse(json_encode($run));
echo $profile->export('chrome');
echo implode("\n", trace_lines($profile->export('perfetto'))), "\n";
echo "-- the second process\n", $profile->reduce(['lane' => 1])->export('chrome');
try {
	$profile->export('log');
} catch (RuntimeException $e) {
	echo $e->getMessage(), "\n";
}
echo "-- with memory, marks stay between its points\n";
foreach (['pairs', 'nodes'] as $table) {
	$run[$table] += ['memory_bytes' => [0, 0, 0], 'peak_bytes' => [0, 0, 0]];
}
$run['moments']['memory_bytes'] = [100, 100, 200, 300, 100, 400];
$lines = trace_lines(XHProf\Profile::parse(json_encode($run))->reduce(['lane' => 0])->export('perfetto'));
echo implode("\n", preg_grep('/instant|memory +counter/', $lines)), "\n";
?>
--EXPECT--
{"displayTimeUnit":"ns","traceEvents":[
{"ph":"M","pid":1,"tid":1,"name":"process_name","args":{"name":"PHP"}},
{"ph":"X","pid":1,"tid":1,"cat":"php","name":"b","ts":1.000,"dur":1.000},
{"ph":"X","pid":1,"tid":1,"cat":"php","name":"a","ts":0.000,"dur":2.000,"args":{"file":"/a.php","line":3}},
{"ph":"X","pid":1,"tid":1,"cat":"php","name":"main()","ts":0.000,"dur":2.000,"args":{"file":"/m.php","line":0}},
{"ph":"X","pid":1,"tid":1,"cat":"php","name":"a","ts":2.000,"dur":1.000,"args":{"file":"/a.php","line":3}},
{"ph":"X","pid":1,"tid":1,"cat":"php","name":"main()","ts":2.000,"dur":1.000,"args":{"file":"/m.php","line":0}},
{"ph":"X","pid":1,"tid":1,"cat":"php","name":"a","ts":8.000,"dur":1.000,"args":{"file":"/a.php","line":3}},
{"ph":"X","pid":1,"tid":1,"cat":"php","name":"main()","ts":8.000,"dur":1.000,"args":{"file":"/m.php","line":0}},
{"ph":"i","s":"t","pid":1,"tid":1,"cat":"compile","name":"compile /a.php","ts":0.200},
{"ph":"i","s":"t","pid":1,"tid":1,"cat":"exception","name":"DomainException","ts":1.800},
{"ph":"M","pid":2,"tid":2,"name":"process_name","args":{"name":"PHP"}},
{"ph":"X","pid":2,"tid":2,"cat":"php","name":"b","ts":1.500,"dur":2.000},
{"ph":"X","pid":2,"tid":2,"cat":"php","name":"a","ts":0.500,"dur":3.000,"args":{"file":"/a.php","line":3}},
{"ph":"X","pid":2,"tid":2,"cat":"php","name":"main()","ts":0.500,"dur":3.000,"args":{"file":"/m.php","line":0}},
{"ph":"i","s":"t","pid":2,"tid":2,"cat":"gc","name":"gc","ts":6.300},
{"ph":"i","s":"t","pid":2,"tid":2,"cat":"mark","name":"","ts":6.400},
{"ph":"M","pid":3,"tid":3,"name":"process_name","args":{"name":"PHP"}},
{"ph":"i","s":"t","pid":3,"tid":3,"cat":"exception","name":"Other","ts":2.300}
]}
clocks 6 at 0, 1 at 5, 64 at 0 incremental; flags 1, default clock 64, default track 2
track PHP
track main of PHP
     0 main       begin main() m.php:0
     0 main       begin a a.php:3
   200 main       instant compile /a.php
  1000 main       begin b
  1800 main       instant DomainException
  2000 main       end
  2000 main       end
  2000 main       end
  2000 main       begin main() m.php:0
  2000 main       begin a a.php:3
  3000 main       end
  3000 main       end
  8000 main       begin main() m.php:0
  8000 main       begin a a.php:3
  9000 main       end
  9000 main       end
clocks 6 at 0, 1 at 5, 64 at 0 incremental; flags 1, default clock 64, default track 4294967298, sequence 2
track PHP, process 2
track main of PHP
   500 main       begin main() m.php:0
   500 main       begin a a.php:3
  1500 main       begin b
  3500 main       end
  3500 main       end
  3500 main       end
  6300 main       instant gc
  6400 main       instant
clocks 6 at 0, 1 at 5, 64 at 0 incremental; flags 1, default clock 64, default track 8589934594, sequence 3
track PHP, process 3
track main of PHP
  2300 main       instant Other
-- the second process
{"displayTimeUnit":"ns","traceEvents":[
{"ph":"M","pid":2,"tid":2,"name":"process_name","args":{"name":"PHP"}},
{"ph":"X","pid":2,"tid":2,"cat":"php","name":"b","ts":1.500,"dur":2.000},
{"ph":"X","pid":2,"tid":2,"cat":"php","name":"a","ts":0.500,"dur":3.000,"args":{"file":"/a.php","line":3}},
{"ph":"X","pid":2,"tid":2,"cat":"php","name":"main()","ts":0.500,"dur":3.000,"args":{"file":"/m.php","line":0}},
{"ph":"i","s":"t","pid":2,"tid":2,"cat":"gc","name":"gc","ts":6.300},
{"ph":"i","s":"t","pid":2,"tid":2,"cat":"mark","name":"","ts":6.400}
]}
The format log needs a timeline (XHPROF_FLAGS_TIMELINE); this run has none
-- with memory, marks stay between its points
     0 memory     counter 100
   200 main       instant compile /a.php
  1000 memory     counter 200
  1800 main       instant DomainException
  2000 memory     counter 200
  2000 memory     counter 300
  3000 memory     counter 300
  8000 memory     counter 400
  9000 memory     counter 400
