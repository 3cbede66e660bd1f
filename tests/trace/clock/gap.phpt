--TEST--
CPU time follows the wall clock over gaps under 4 microseconds and is read from the kernel after a longer gap
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function asleep($us) { xhprof_fake_clock_advance($us * 1000, 0); }

foreach ([0, 1, 2, 3, 4, 10, 1000] as $us) {
	xhprof_enable(XHPROF_FLAGS_CPU | XHPROF_FLAGS_NO_BUILTINS);
	asleep($us);
	$profile = xhprof_disable();
	check_conservation($profile);
	echo "$us: ", json_encode($profile['main()==>asleep']), "\n";
}

// Whatever the order, CPU time neither runs backwards nor passes the wall clock.
xhprof_enable(XHPROF_FLAGS_CPU | XHPROF_FLAGS_NO_BUILTINS);
for ($i = 0; $i < 100; $i++) {
	asleep(2);
	asleep(10);
}
$profile = xhprof_disable();
check_conservation($profile);
var_dump($profile['main()']['cpu'] <= $profile['main()']['wt']);
?>
--EXPECT--
0: {"ct":1,"wt":1,"cpu":1}
1: {"ct":1,"wt":2,"cpu":2}
2: {"ct":1,"wt":3,"cpu":3}
3: {"ct":1,"wt":4,"cpu":1}
4: {"ct":1,"wt":5,"cpu":1}
10: {"ct":1,"wt":11,"cpu":1}
1000: {"ct":1,"wt":1001,"cpu":1}
bool(true)
