--TEST--
functions() returns the cost of each function with and without callees, in any mode
--SKIPIF--
<?php
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
if (getenv('XHPROF_TEST_TREE')) die('skip asks for hier mode as well');
?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function leaf($x) { return $x; }
function sleeper($ns)
{
	xhprof_fake_clock_advance($ns, 0);
	return leaf($ns);
}
function fib($n) { return $n < 2 ? leaf($n) : fib($n - 1) + fib($n - 2); }

function rows(array $rows): void
{
	foreach ($rows as $name => $row) {
		$row['file'] = isset($row['file']) ? basename($row['file'], '.php') : null;
		echo $name, ' ', json_encode($row), "\n";
	}
}

foreach ([XHPROF_FLAGS_CPU, XHPROF_FLAGS_TREE] as $flags) {
	xhprof_enable($flags | XHPROF_FLAGS_NO_BUILTINS);
	sleeper(5000);
	sleeper(90000);
	fib(4);
	$profile = xhprof_stop();
	echo "-- merged\n";
	rows($profile->functions());
	echo "-- by level\n";
	rows($profile->functions(merge_recursion: false));
}

echo "-- memory\n";
xhprof_enable(XHPROF_FLAGS_MEMORY);
leaf(str_repeat('x', 100000));
echo implode(' ', array_keys(xhprof_stop()->functions()['leaf'])), "\n";
?>
--EXPECT--
-- merged
sleeper {"calls":2,"wall_ns":103000,"cpu_ns":8500,"own_wall_ns":101000,"own_cpu_ns":6500,"min_wall_ns":null,"max_wall_ns":null,"file":"functions","line":5}
fib {"calls":9,"wall_ns":27000,"cpu_ns":27000,"own_wall_ns":22000,"own_cpu_ns":22000,"min_wall_ns":null,"max_wall_ns":null,"file":"functions","line":10}
leaf {"calls":7,"wall_ns":7000,"cpu_ns":7000,"own_wall_ns":7000,"own_cpu_ns":7000,"min_wall_ns":null,"max_wall_ns":null,"file":"functions","line":4}
main() {"calls":1,"wall_ns":134000,"cpu_ns":39500,"own_wall_ns":4000,"own_cpu_ns":4000,"min_wall_ns":null,"max_wall_ns":null,"file":null,"line":null}
-- by level
sleeper {"calls":2,"wall_ns":103000,"cpu_ns":8500,"own_wall_ns":101000,"own_cpu_ns":6500,"min_wall_ns":null,"max_wall_ns":null,"file":"functions","line":5}
fib@2 {"calls":4,"wall_ns":18000,"cpu_ns":18000,"own_wall_ns":9000,"own_cpu_ns":9000,"min_wall_ns":null,"max_wall_ns":null,"file":"functions","line":10}
leaf {"calls":7,"wall_ns":7000,"cpu_ns":7000,"own_wall_ns":7000,"own_cpu_ns":7000,"min_wall_ns":null,"max_wall_ns":null,"file":"functions","line":4}
fib@1 {"calls":2,"wall_ns":24000,"cpu_ns":24000,"own_wall_ns":6000,"own_cpu_ns":6000,"min_wall_ns":null,"max_wall_ns":null,"file":"functions","line":10}
main() {"calls":1,"wall_ns":134000,"cpu_ns":39500,"own_wall_ns":4000,"own_cpu_ns":4000,"min_wall_ns":null,"max_wall_ns":null,"file":null,"line":null}
fib@3 {"calls":2,"wall_ns":6000,"cpu_ns":6000,"own_wall_ns":4000,"own_cpu_ns":4000,"min_wall_ns":null,"max_wall_ns":null,"file":"functions","line":10}
fib {"calls":1,"wall_ns":27000,"cpu_ns":27000,"own_wall_ns":3000,"own_cpu_ns":3000,"min_wall_ns":null,"max_wall_ns":null,"file":"functions","line":10}
-- merged
sleeper {"calls":2,"wall_ns":101000,"own_wall_ns":99000,"min_wall_ns":8000,"max_wall_ns":93000,"file":"functions","line":5}
fib {"calls":9,"wall_ns":27000,"own_wall_ns":22000,"min_wall_ns":3000,"max_wall_ns":27000,"file":"functions","line":10}
leaf {"calls":7,"wall_ns":7000,"own_wall_ns":7000,"min_wall_ns":1000,"max_wall_ns":1000,"file":"functions","line":4}
main() {"calls":1,"wall_ns":132000,"own_wall_ns":4000,"min_wall_ns":132000,"max_wall_ns":132000,"file":null,"line":null}
-- by level
sleeper {"calls":2,"wall_ns":101000,"own_wall_ns":99000,"min_wall_ns":8000,"max_wall_ns":93000,"file":"functions","line":5}
fib@2 {"calls":4,"wall_ns":18000,"own_wall_ns":9000,"min_wall_ns":3000,"max_wall_ns":9000,"file":"functions","line":10}
leaf {"calls":7,"wall_ns":7000,"own_wall_ns":7000,"min_wall_ns":1000,"max_wall_ns":1000,"file":"functions","line":4}
fib@1 {"calls":2,"wall_ns":24000,"own_wall_ns":6000,"min_wall_ns":9000,"max_wall_ns":15000,"file":"functions","line":10}
main() {"calls":1,"wall_ns":132000,"own_wall_ns":4000,"min_wall_ns":132000,"max_wall_ns":132000,"file":null,"line":null}
fib@3 {"calls":2,"wall_ns":6000,"own_wall_ns":4000,"min_wall_ns":3000,"max_wall_ns":3000,"file":"functions","line":10}
fib {"calls":1,"wall_ns":27000,"own_wall_ns":3000,"min_wall_ns":27000,"max_wall_ns":27000,"file":"functions","line":10}
-- memory
calls wall_ns memory_bytes peak_bytes own_wall_ns own_memory_bytes own_peak_bytes min_wall_ns max_wall_ns file line
