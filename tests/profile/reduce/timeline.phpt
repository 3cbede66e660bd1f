--TEST--
reduce() leaves the calls that have rows in a timeline, at their times
--SKIPIF--
<?php
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
?>
--FILE--
<?php
require __DIR__ . '/program.inc';

$run = profiled(XHPROF_FLAGS_TIMELINE);
foreach ([[], ['fold' => 'packages/*'], ['hide' => 'packages/*'],
	['fold' => 'packages', 'threshold' => 0.1]] as $options) {
	echo json_encode($options), ' ', $run->reduce($options)->summary()['mode'], "\n";
	echo str_replace(__DIR__ . '/', '', $run->reduce($options)->export('log'));
}
?>
--EXPECT--
[] timeline
# stack_level	file	function	line_defined	current_line	own_ns	total_ns
8	src/app.inc	App\row	3	0	1000	1000
8	src/app.inc	App\row	3	0	1000	1000
7		array_map	0	3	3000	5000
6	packages/orm/orm.inc	Orm\find	3	3	2000	7000
5	packages/orm/orm.inc	Orm\find	3	3	2000	9000
4	packages/orm/orm.inc	Orm\find	3	4	2000	11000
5		md5	0	6	1000	1000
4	packages/lib/kernel.inc	Lib\Kernel::log	6	4	2000	3000
4	src/app.inc	App\small	5	4	1000	1000
3	src/app.inc	App\controller	4	5	4000	19000
4		md5	0	6	1000	1000
3	packages/lib/kernel.inc	Lib\Kernel::log	6	5	2000	3000
2	packages/lib/kernel.inc	Lib\Kernel::run	5	4	3000	25000
1	packages/lib/kernel.inc	Lib\Kernel::handle	4	11	2000	27000
0		main()	0	0	2000	29000
{"fold":"packages\/*"} timeline
# stack_level	file	function	line_defined	current_line	own_ns	total_ns
4	src/app.inc	App\row	3	0	1000	1000
4	src/app.inc	App\row	3	0	1000	1000
3		[packages/orm]	0	4	9000	11000
3		[packages/lib]	0	4	3000	3000
3	src/app.inc	App\small	5	4	1000	1000
2	src/app.inc	App\controller	4	0	4000	19000
1		[packages/lib]	0	11	8000	27000
0		main()	0	0	2000	29000
{"hide":"packages\/*"} timeline
# stack_level	file	function	line_defined	current_line	own_ns	total_ns
2	src/app.inc	App\row	3	0	1000	1000
2	src/app.inc	App\row	3	0	1000	1000
2	src/app.inc	App\small	5	4	1000	1000
1	src/app.inc	App\controller	4	0	16000	19000
0		main()	0	0	10000	29000
{"fold":"packages","threshold":0.1} timeline
# stack_level	file	function	line_defined	current_line	own_ns	total_ns
4		(left out)	0	0	1000	1000
4		(left out)	0	0	1000	1000
3		[packages]	0	4	9000	11000
3		[packages]	0	4	3000	3000
3		(left out)	0	4	1000	1000
2	src/app.inc	App\controller	4	0	4000	19000
1		[packages]	0	11	8000	27000
0		main()	0	0	2000	29000