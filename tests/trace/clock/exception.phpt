--TEST--
Each call that an exception leaves gets its time so far
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function outer()
{
	try {
		middle();
	} finally {
		wait_ms(8);
	}
}
function middle() { wait_ms(2); thrower(); wait_ms(100); }
function thrower() { wait_ms(4); throw new Exception; }
function wait_ms($ms) { xhprof_fake_clock_advance($ms * 1000000, $ms * 1000000); }

xhprof_enable(XHPROF_FLAGS_NO_BUILTINS | XHPROF_FLAGS_CPU);
try {
	outer();
} catch (Exception $exception) {
	wait_ms(16);
}
$profile = xhprof_disable();
check_conservation($profile);
foreach ($profile as $key => $row) {
	echo $key, ' ', intdiv($row['wt'], 1000), ' ', intdiv($row['cpu'], 1000), "\n";
}
?>
--EXPECT--
middle==>wait_ms 2 2
thrower==>wait_ms 4 4
middle==>thrower 4 4
outer==>middle 6 6
outer==>wait_ms 8 8
main()==>outer 14 14
main()==>wait_ms 16 16
main() 30 30
