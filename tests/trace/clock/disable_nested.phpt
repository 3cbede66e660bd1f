--TEST--
Calls that are open when the profile stops get their time so far
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function outer() { wait_ms(1); middle(); wait_ms(100); }
function middle() { wait_ms(2); inner(); wait_ms(100); }
function inner() { global $profile; wait_ms(4); $profile = xhprof_disable(); wait_ms(100); }
function wait_ms($ms) { xhprof_fake_clock_advance($ms * 1000000, $ms * 1000000); }

wait_ms(1000);
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS | XHPROF_FLAGS_CPU);
wait_ms(8);
outer();
check_conservation($profile);
foreach ($profile as $key => $row) {
	echo $key, ' ', intdiv($row['wt'], 1000), ' ', intdiv($row['cpu'], 1000), "\n";
}
?>
--EXPECT--
main()==>wait_ms 8 8
outer==>wait_ms 1 1
middle==>wait_ms 2 2
inner==>wait_ms 4 4
middle==>inner 4 4
outer==>middle 6 6
main()==>outer 7 7
main() 15 15
