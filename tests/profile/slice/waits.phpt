--TEST--
The shares of a part within a wait that looks saw before it and after it are certain, however short it is; where the wait begins they are not
--FILE--
<?php
/* work() for 10 samples, then a wait of 20 intervals in which a look saw the thread each time. */
$count = 30;
$run = ['format' => 'xhprof', 'version' => 1, 'mode' => 'sample', 'started_ns' => 0,
	'unrecorded_calls' => 0, 'truncated_calls' => 0, 'call_cost_ps' => 0,
	'runs' => 1, 'samples' => $count, 'squared_weights' => $count, 'displaced' => 0, 'interval_ns' => 1000,
	'functions' => ['name' => ['main()', 'work', 'wait'], 'file' => ['/m.php', '/a.php', null], 'line' => [0, 3, 0]],
	'pairs' => ['caller' => [0, 0, null], 'caller_level' => [0, 0, 0], 'callee' => [1, 2, 0],
		'callee_level' => [0, 0, 0], 'calls' => [10, 20, 30], 'wall_ns' => [10000, 20000, 30000],
		'cpu_ns' => [10000, 0, 10000]], 'nodes' => ['parent' => [null, 0, 0], 'function' => [0, 1, 2],
			'level' => [0, 0, 0], 'line' => [5, 4, 0], 'calls' => [0, 10, 20], 'min_wall_ns' => [null, null, null],
			'max_wall_ns' => [null, null, null], 'wall_ns' => [30000, 10000, 20000], 'cpu_ns' => [10000, 10000, 0]],
	'moments' => ['at_ns' => range(1000, 1000 * $count, 1000),
		'node' => [...array_fill(0, 10, 1), ...array_fill(0, 20, 2)], 'samples' => array_fill(0, $count, 1),
		'off_cpu' => [...array_fill(0, 10, 0), 1, ...array_fill(0, 19, 2)]]];
file_put_contents($file = __DIR__ . '/waits.tmp', json_encode($run));
$whole = XHProf\Profile::load($file);
unlink($file);
foreach (['within an interval' => [15_200, 15_600], 'within the wait' => [11_000, 29_500],
	'from its begin' => [10_000, 20_000], 'before it' => [2000, 8000]] as $title => [$from, $to]) {
	$part = $whole->reduce(['from_ns' => $from, 'to_ns' => $to]);
	['samples' => $samples, 'share_error_points' => $error, 'wall_ns' => $wall] = $part->summary();
	$rows = array_map(fn (array $row): string => $row['share_error_points'] === 0.0 ? 'certain'
		: 'within ' . round($row['share_error_points']), $part->functions());
	echo "$title: $wall ns, $samples samples, ", round($error), ' ', json_encode($rows), "\n";
}
?>
--EXPECT--
within an interval: 400 ns, 0 samples, 0 {"wait":"certain","main()":"certain"}
within the wait: 18500 ns, 18 samples, 0 {"wait":"certain","main()":"certain"}
from its begin: 10000 ns, 10 samples, 29 {"wait":"within 29","main()":"within 29"}
before it: 6000 ns, 6 samples, 40 {"work":"within 40","main()":"within 40"}
