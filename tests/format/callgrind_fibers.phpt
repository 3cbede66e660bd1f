--TEST--
In callgrind, whose costs are not negative, a function that resumed what another began has none
--FILE--
<?php
/* g, which f calls, took 8 ns, and f itself only 5: another function began it. */
$run = XHProf\Profile::parse(json_encode(['format' => 'xhprof', 'version' => 1, 'mode' => 'tree', 'started_ns' => 0,
	'unrecorded_calls' => 0, 'truncated_calls' => 0, 'call_cost_ps' => 0, 'runs' => 1,
	'functions' => ['name' => ['main()', 'f', 'g'], 'file' => [null, null, null], 'line' => [0, 0, 0]],
	'pairs' => ['caller' => [1, 0, null], 'caller_level' => [0, 0, 0], 'callee' => [2, 1, 0],
		'callee_level' => [0, 0, 0], 'calls' => [1, 1, 1], 'wall_ns' => [8, 5, 10]],
	'nodes' => ['parent' => [null, 0, 1], 'function' => [0, 1, 2], 'level' => [0, 0, 0], 'line' => [0, 0, 0],
		'calls' => [1, 1, 1], 'min_wall_ns' => [10, 5, 8], 'max_wall_ns' => [10, 5, 8], 'wall_ns' => [10, 5, 8]]]));
echo $run->functions()['f']['own_wall_ns'], "\n";
preg_match_all('/^fn=(.*)\n\d+ (-?\d+)$/m', $run->export('callgrind'), $own);
$own = array_combine($own[1], $own[2]);
ksort($own);
echo json_encode($own), "\n";
?>
--EXPECT--
-3
{"f":"0","g":"8","main()":"5"}
