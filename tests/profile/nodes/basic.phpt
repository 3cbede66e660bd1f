--TEST--
Profile::nodes() has a row for each call path, callers first, with what it cost with and without callees
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
function leaf(int $n): int { return $n; }
function f(int $n): int
{
	$kept = str_repeat('x', 1000);
	return $n > 0
		? f($n - 1) + leaf($n)
		: strlen($kept);
}

function show(XHProf\Profile $profile): void
{
	foreach ($profile->nodes() as $i => $row) {
		$row['file'] = $row['file'] === null ? null : basename($row['file']);
		echo "$i ", json_encode($row), "\n";
	}
}

xhprof_enable(XHPROF_FLAGS_TREE | XHPROF_FLAGS_CPU | XHPROF_FLAGS_NO_BUILTINS);
f(1);
f(0);
$profile = xhprof_stop();
show($profile);
var_dump($profile->nodes() === XHProf\Profile::parse($profile->export('json'))->nodes());

// A row has the keys that functions() has, if it is the only one of its function.
xhprof_enable(XHPROF_FLAGS_TREE | XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY | XHPROF_FLAGS_ALLOC
	| XHPROF_FLAGS_NO_BUILTINS, ['events' => ['gc-runs']]);
leaf(1);
gc_collect_cycles();
f(0);
$profile = xhprof_stop();
foreach ($profile->nodes() as $row) {
	$function = $profile->functions()[$row['function']];
	$same = array_intersect_key($row, $function) == $function;
	echo $row['function'], ' ', $same ? 'as in functions()' : 'NOT as in functions()', ', and ',
		implode(' ', array_keys(array_diff_key($row, $function))), "\n";
}
?>
--EXPECT--
0 {"parent":null,"function":"main()","calls":1,"wall_ns":9000,"cpu_ns":9000,"own_wall_ns":3000,"own_cpu_ns":3000,"min_wall_ns":9000,"max_wall_ns":9000,"call_line":null,"file":null,"line":null}
1 {"parent":0,"function":"f","calls":2,"wall_ns":6000,"cpu_ns":6000,"own_wall_ns":4000,"own_cpu_ns":4000,"min_wall_ns":1000,"max_wall_ns":5000,"call_line":20,"file":"basic.php","line":3}
2 {"parent":1,"function":"f","calls":1,"wall_ns":1000,"cpu_ns":1000,"own_wall_ns":1000,"own_cpu_ns":1000,"min_wall_ns":1000,"max_wall_ns":1000,"call_line":7,"file":"basic.php","line":3}
3 {"parent":1,"function":"leaf","calls":1,"wall_ns":1000,"cpu_ns":1000,"own_wall_ns":1000,"own_cpu_ns":1000,"min_wall_ns":1000,"max_wall_ns":1000,"call_line":7,"file":"basic.php","line":2}
bool(true)
main() as in functions(), and parent function call_line
leaf as in functions(), and parent function call_line
{gc} as in functions(), and parent function call_line
f as in functions(), and parent function call_line
