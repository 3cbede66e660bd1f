--TEST--
The totals in each format are those of the run
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/program.inc';

foreach (['program', 'odd_names', 'empty_program'] as $program) {
	$profile = run(XHPROF_FLAGS_TIMELINE | ALL_METRICS, $program);
	$total = total($profile);
	$pairs = $profile->pairs();
	echo "-- $program\n";

	echo 'xhprof: ',
		unserialize($profile->export('xhprof'), ['allowed_classes' => false]) === $pairs ? 'same' : 'DIFFERENT', "\n";

	$json = json_decode($profile->export('json'), true, 9, JSON_THROW_ON_ERROR);
	echo 'json: ', end($json['pairs']['wall_ns']) - $total, ' ', $json['nodes']['wall_ns'][0] - $total, ' ',
		count($json['pairs']['calls']) - count($pairs), ' ',
		array_sum($json['nodes']['calls']) - $profile->summary()['calls'], "\n";

	preg_match_all('/^main\(\).* (\d+)$/m', $profile->export('folded'), $lines);
	echo 'folded: ', array_sum($lines[1]) - $total, "\n";

	$speedscope = json_decode($profile->export('speedscope'), true, 9, JSON_THROW_ON_ERROR);
	foreach ($speedscope['profiles'] as $graph) {
		$open = [];
		$last = 0;
		foreach ($graph['events'] as $event) {
			if ($event['at'] < $last) echo "back in time\n";
			$last = $event['at'];
			if ($event['type'] === 'O') $open[] = $event['frame'];
			elseif (array_pop($open) !== $event['frame']) echo "not nested\n";
		}
		echo "speedscope, $graph[name]: ", $graph['unit'] === 'bytes' ? 'not compared' : $graph['endValue'] - $total,
			' ', $last - $graph['endValue'], ' ', count($open), "\n";
	}

	// Self costs are lines of two numbers and more that do not follow "calls=".
	$callgrind = $profile->export('callgrind');
	preg_match('/^summary: (\d+) (\d+)$/m', $callgrind, $summary);
	preg_match_all('/^fn=.*\n\d+ (\d+) /m', $callgrind, $own);
	echo 'callgrind: ', $summary[1] - $total, ' ', array_sum($own[1]) - $total, "\n";

	$chrome = json_decode($profile->export('chrome'), true, 9, JSON_THROW_ON_ERROR);
	$calls = array_filter($chrome['traceEvents'], fn($event) => $event['ph'] === 'X');
	echo 'chrome: ', (int) round(max(array_column($calls, 'dur')) * 1000) - $total, ' ',
		count($calls) - $profile->summary()['calls'], "\n";

	preg_match_all('/^\d+\t.*\t(\d+)\t\d+$/m', $profile->export('log'), $lines);
	echo 'log: ', array_sum($lines[1]) - $total, ' ', count($lines[1]) - $profile->summary()['calls'], "\n";
}
?>
--EXPECT--
-- program
xhprof: same
json: 0 0 0 0
folded: 0
speedscope, in order of time: 0 0 0
speedscope, wall time: 0 0 0
speedscope, CPU time: 0 0 0
speedscope, memory that grew: not compared 0 0
speedscope, memory that shrank: not compared 0 0
callgrind: 0 0
chrome: 0 0
log: 0 0
-- odd_names
xhprof: same
json: 0 0 0 0
folded: 0
speedscope, in order of time: 0 0 0
speedscope, wall time: 0 0 0
speedscope, CPU time: 0 0 0
speedscope, memory that grew: not compared 0 0
speedscope, memory that shrank: not compared 0 0
callgrind: 0 0
chrome: 0 0
log: 0 0
-- empty_program
xhprof: same
json: 0 0 0 0
folded: 0
speedscope, in order of time: 0 0 0
speedscope, wall time: 0 0 0
speedscope, CPU time: 0 0 0
speedscope, memory that grew: not compared 0 0
speedscope, memory that shrank: not compared 0 0
callgrind: 0 0
chrome: 0 0
log: 0 0
