--TEST--
Profile::fromPairs() makes a run of the classic array: its pairs, sums and exports are those of the array
--FILE--
<?php
require __DIR__ . '/../format/program.inc';

foreach ([0, XHPROF_FLAGS_CPU, ALL_METRICS] as $flags) {
	$run = run($flags);
	$again = XHProf\Profile::fromPairs($run->pairs());
	var_dump($again->pairs() === $run->pairs(), $again->export('xhprof') === $run->export('xhprof'));
	echo count($again->functions()) - count($run->functions()), ' ',
		$again->summary()['calls'] - $run->summary()['calls'], ' ',
		implode(' ', array_keys(array_diff_key($run->summary(), $again->summary(), ['gc' => 0]))), "\n";
}

$row = ['ct' => 1, 'wt' => 5];
echo "-- in any order, main() becomes the last; levels of recursion; other columns\n";
$pairs = ['main()' => ['ct' => 1, 'wt' => 100, 'own_na' => 'x', 7 => []],
	'main()==>f' => ['ct' => 2, 'wt' => 50], 'f==>f@1' => ['ct' => 3, 'wt' => 20],
	'f@1==>f@2' => $row, "f==>a\0b" => $row, 'f==>==>x' => $row, 'f@x==>f@0' => $row];
$run = XHProf\Profile::fromPairs($pairs);
echo str_replace("\0", '\0', json_encode($run->pairs())), "\n";
echo json_encode(array_map(fn($row) => [$row['calls'], $row['wall_ns'], $row['own_wall_ns']], $run->functions())), "\n";

echo "-- f@2 is a level of f where f@1 is called, too, else a name\n";
foreach (['f==>f@1', 'g==>f@1', 'main()==>x@1', 'main()==>@1', 'main()==>f@2', 'f==>f@1000000000'] as $key) {
	$pairs = ['main()' => $row, 'main()==>f' => $row, $key => $row];
	$run = XHProf\Profile::fromPairs($pairs);
	echo $key, ': ', implode(', ', array_keys($run->functions())), isset($run->pairs()[$key]) ? '' : ' LOST', "\n";
}

echo "-- elements that are references count, and nothing of the array changes\n";
$number = 9;
$pairs = ['main()' => &$row, 'main()==>f' => ['ct' => &$number, 'wt' => 1]];
$before = serialize($pairs);
echo json_encode(XHProf\Profile::fromPairs($pairs)->pairs()), "\n";
var_dump(serialize($pairs) === $before);

echo "-- metrics are there if a row has them: memory needs both, CPU time may be below zero\n";
foreach ([['cpu' => -3], ['mu' => 1], ['pmu' => 1], ['mu' => -1, 'pmu' => 0]] as $more) {
	$summary = XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 1] + $more])->summary();
	echo implode(' ', array_keys($more)), ': ', json_encode(array_diff_key($summary, array_flip(['mode', 'started',
		'calls', 'functions', 'pairs', 'nodes', 'own_cost_ns', 'runs', 'unrecorded_calls', 'truncated_calls']))), "\n";
}

echo "-- its request\n";
$run = XHProf\Profile::fromPairs(['main()' => $row],
	['url' => '/a?b=1', 'request_ts_micro' => ['sec' => 1795246216, 'usec' => 20]]);
printf("%.6F %s", $run->summary()['started'], $run->export('xhgui'));
var_dump(XHProf\Profile::fromPairs(['main()' => $row], null)
	->summary() === XHProf\Profile::fromPairs(['main()' => $row])->summary());
echo count($run->merge(XHProf\Profile::fromPairs(['main()' => $row]))->pairs()), ' ', count($run->diff($run)), "\n";
?>
--EXPECT--
bool(true)
bool(true)
0 0 
bool(true)
bool(true)
0 0 
bool(true)
bool(true)
0 0 
-- in any order, main() becomes the last; levels of recursion; other columns
{"main()==>f":{"ct":2,"wt":50},"f==>f@1":{"ct":3,"wt":20},"f@1==>f@2":{"ct":1,"wt":5},"f==>a\u0000b":{"ct":1,"wt":5},"f==>==>x":{"ct":1,"wt":5},"f@x==>f@0":{"ct":1,"wt":5},"main()":{"ct":1,"wt":100}}
{"main()":[1,100000,50000],"f":[6,50000,40000],"a\u0000b":[1,5000,5000],"==>x":[1,5000,5000],"f@x":[0,0,-5000],"f@0":[1,5000,5000]}
-- f@2 is a level of f where f@1 is called, too, else a name
f==>f@1: f, main()
g==>f@1: f, g, main()
main()==>x@1: main(), f, x@1
main()==>@1: main(), f, @1
main()==>f@2: main(), f, f@2
f==>f@1000000000: f@1000000000, main(), f
-- elements that are references count, and nothing of the array changes
{"main()==>f":{"ct":9,"wt":1},"main()":{"ct":1,"wt":5}}
bool(true)
-- metrics are there if a row has them: memory needs both, CPU time may be below zero
cpu: {"wall_ns":1000,"cpu_ns":-3000}
mu: {"wall_ns":1000}
pmu: {"wall_ns":1000}
mu pmu: {"wall_ns":1000,"memory_bytes":-1,"peak_bytes":0}
-- its request
1795246216.000020 {"profile":{"main()":{"ct":1,"wt":5}},"meta":{"url":"/a?b=1","get":[],"env":[],"SERVER":{"REQUEST_TIME":1795246216,"REQUEST_TIME_FLOAT":1795246216.00002},"simple_url":"/a?b","request_ts_micro":{"sec":1795246216,"usec":20},"request_ts":{"sec":1795246216,"usec":0},"request_date":"2026-11-21"}}
bool(true)
1 1
