--TEST--
Sleeps count as wall time
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function sleep_10ms() { xhprof_fake_clock_advance(10000000, 0); }
function sleep_20ms() { xhprof_fake_clock_advance(20000000, 0); }
function sleep_50ms() { xhprof_fake_clock_advance(50000000, 0); }

xhprof_enable(XHPROF_FLAGS_CPU | XHPROF_FLAGS_NO_BUILTINS);
sleep_10ms();
sleep_20ms();
sleep_50ms();
$profile = xhprof_disable();
check_conservation($profile);
foreach ($profile as $key => $row) {
	echo $key, ' ', intdiv($row['wt'], 1000), ' ', intdiv($row['cpu'], 1000), "\n";
}
?>
--EXPECT--
main()==>sleep_10ms 10 0
main()==>sleep_20ms 20 0
main()==>sleep_50ms 50 0
main() 80 0
