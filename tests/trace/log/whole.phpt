--TEST--
The log has a line for each call, as the export has, and the clock stands still while it is written
--SKIPIF--
<?php
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
?>
--FILE--
<?php
require __DIR__ . '/log.inc';

$file = log_file();
$ignored = ['ignored_functions' => ['xhprof_stop', 'program']];
foreach ([[0, []], [XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY | XHPROF_FLAGS_NO_BUILTINS, []], [0, ['compensate' => true]],
	[0, ['events' => ['fake']]]] as [$flags, $more]) {
	foreach ([1, 7000] as $times) {
		$walls = [];
		foreach ([[], ['log' => $file], ['log' => $file, 'max_timeline_bytes' => 100000]] as $i => $options) {
			xhprof_enable(XHPROF_FLAGS_TIMELINE | $flags, $options + $more + $ignored);
			program($times);
			$run = xhprof_stop();
			$walls[] = $run->summary()['wall_ns'];
			// All of it in memory, or a part: the file is the same.
			$whole = $i === 0 ? $run->export('log') : $whole;
			echo $i === 0 ? '' : (file_get_contents($file) === $whole ? 'same ' : 'other ');
		}
		$log = xhprof_info()['log'];
		echo count(array_unique($walls)), ' ', $log['file'] === $file ? '' : 'another file', $log['calls'], ' ',
			$log['lost_calls'], ' ', substr_count($whole, "\n") - 1, ' ', json_encode($log['error']), "\n";
	}
}
echo decoct(fileperms($file) & 0777), "\n";
xhprof_enable(XHPROF_FLAGS_TIMELINE | XHPROF_FLAGS_NO_BUILTINS, ['log' => $file] + $ignored);
program(1);
xhprof_disable();
echo preg_replace('/\t0\t\d+\t(\d+\t\d+)$/m', "\t0\tN\t$1",
	preg_replace('/\t[1-9]\d*\t\d+\t(\d+\t\d+)$/m', "\tN\tN\t$1",
		str_replace([__DIR__ . '/', '{closure:program()'], ['', '{closure:log/log.inc'], file_get_contents($file))));
xhprof_enable(XHPROF_FLAGS_TIMELINE);
var_dump(xhprof_info()['log']);
xhprof_disable();
?>
--EXPECT--
same same 1 31 0 31 null
same same 1 21028 0 21028 null
same same 1 25 0 25 null
same same 1 21022 0 21022 null
same same 1 31 0 31 null
same same 1 21028 0 21028 null
same same 1 31 0 31 null
same same 1 21028 0 21028 null
600
# stack_level	file	function	line_defined	current_line	own_ns	total_ns
2	log.inc	leaf	N	N	1000	1000
2	log.inc	leaf	N	N	1000	1000
1	log.inc	work	N	N	3000	5000
5	log.inc	leaf	N	N	1000	1000
4	log.inc	recursive	N	N	2000	3000
3	log.inc	recursive	N	N	2000	5000
2	log.inc	recursive	N	N	2000	7000
1	log.inc	recursive	N	N	2000	9000
2	log.inc	leaf	N	N	1000	1000
1	log.inc	numbers	N	N	2000	3000
1	log.inc	leaf	N	N	1000	1000
2	log.inc	leaf	N	N	1000	1000
1	log.inc	numbers	N	N	2000	3000
1	log.inc	leaf	N	N	1000	1000
1	log.inc	numbers	N	N	1000	1000
1	log.inc	thrower	N	N	1000	1000
1	log.inc	leaf	N	N	1000	1000
2	log.inc	leaf	N	N	1000	1000
3	log.inc	leaf	N	N	1000	1000
3	log.inc	leaf	N	N	1000	1000
2	log.inc	work	N	N	3000	5000
1	log.inc	{closure:log/log.inc:32}	N	N	3000	9000
2	log.inc	leaf	N	N	1000	1000
1	log.inc	{closure:log/log.inc:32}	N	N	2000	3000
0		main()	0	N	14000	51000
NULL