--TEST--
The profiler's own cost is never more than the run, and findings say that their shares are of the time without it
--FILE--
<?php
require __DIR__ . '/cli.inc';

/* A made-up run of 1 ms, whose f is called 500 times and calls another function 499 times, for 0.3 ms in all. */
function saved(int $cost_ps): string
{
	$run = ['format' => 'xhprof', 'version' => 1, 'mode' => 'tree', 'started_ns' => 1, 'unrecorded_calls' => 0,
		'truncated_calls' => 0, 'call_cost_ps' => $cost_ps, 'runs' => 1, 'functions' =>
			['name' => ['main()', 'f', 'load::src/a.php'], 'file' => [null, '/f.php', '/a.php'], 'line' => [0, 1, 1]],
		'pairs' => ['caller' => [1, 0, null], 'caller_level' => [0, 0, 0], 'callee' => [2, 1, 0],
			'callee_level' => [0, 0, 0], 'calls' => [499, 500, 1], 'wall_ns' => [300_000, 1_000_000, 1_000_000]],
		'nodes' => ['parent' => [null, 0, 1], 'function' => [0, 1, 2], 'level' => [0, 0, 0], 'line' => [0, 0, 0],
			'calls' => [1, 500, 499], 'min_wall_ns' => [1_000_000, 1, 1], 'max_wall_ns' => [1_000_000, 1, 1],
			'wall_ns' => [1_000_000, 1_000_000, 300_000]]];
	$file = own_file('json');
	file_put_contents($file, json_encode($run));

	return $file;
}

foreach ([10_000, 100_000, 700_000, 2_000_000] as $cost_ps) {
	$file = saved($cost_ps);
	$lines = explode("\n", cli(['top', $file])['out']);
	echo strrchr($lines[1], '  ') === false ? '' : preg_replace('/^.*paths */', '', $lines[1]), "\n";
}
echo preg_match('/compile of src.a\.php/', cli(['top', $file = saved(800_000)])['out']), ' ',
	cli(['show', $file, '--function', 'compile of src/a.php', '--json'])['out'] === cli(['show', $file, '--function',
		'load::src/a.php', '--json'])['out'] ? 'found' : 'not found', "\n";
$advice = cli(['advise', $file])['out'];
echo preg_replace('/^.*, (wall)/', '$1', strtok($advice, "\n")), "\n",
	implode("\n", preg_grep('/^ {2}(rule|cost)/', explode("\n", $advice))), "\n";
$finding = json_decode(cli(['advise', $file, '--json'])['out'], true);
echo $finding['wall_ns'], ' ', implode(' ', array_column($finding['findings'], 'share')), "\n";
?>
--EXPECT--
profiler 6.00 us to 17.0 us of it
profiler 60.0 us to 170 us of it
profiler at least 420 us of it
profiler nearly all of it
1 found
wall 200 us without the profiler's 800 us
  rule   distorted-by-tracing
  cost   400 us, 40.0 % as recorded, 500 calls
  rule   distorted-by-tracing
  cost   200 us, 20.0 % as recorded, 499 calls
200000 0.3996 0.1996
