--TEST--
Times are summed in nanoseconds and rounded down once at the end
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function part($ns) { xhprof_fake_clock_advance($ns, $ns); }

foreach ([1 => 400, 2 => 400, 3 => 400, 5 => 999, 1000 => 1] as $times => $ns) {
	xhprof_enable(XHPROF_FLAGS_CPU | XHPROF_FLAGS_NO_BUILTINS);
	for ($i = 0; $i < $times; $i++) {
		part($ns);
	}
	$profile = xhprof_disable();
	check_conservation($profile);
	echo "$times x $ns: ", json_encode($profile['main()==>part']), "\n";
}
?>
--EXPECT--
1 x 400: {"ct":1,"wt":1,"cpu":1}
2 x 400: {"ct":2,"wt":2,"cpu":2}
3 x 400: {"ct":3,"wt":4,"cpu":4}
5 x 999: {"ct":5,"wt":9,"cpu":9}
1000 x 1: {"ct":1000,"wt":1001,"cpu":1001}
