--TEST--
A generator is not charged for the time it is suspended
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function g()
{
	wait_ms(1);
	yield 1;
	wait_ms(2);
	yield 2;
	wait_ms(4);
}
function consumer()
{
	foreach (g() as $value) {
		wait_ms(100);
	}
}
function wait_ms($ms) { xhprof_fake_clock_advance($ms * 1000000, $ms * 1000000); }

xhprof_enable(XHPROF_FLAGS_NO_BUILTINS | XHPROF_FLAGS_CPU);
consumer();
$profile = xhprof_disable();
check_conservation($profile);
foreach ($profile as $key => $row) {
	echo $key, ' ', $row['ct'], ' ', intdiv($row['wt'], 1000), ' ', intdiv($row['cpu'], 1000), "\n";
}
?>
--EXPECT--
g==>wait_ms 3 7 7
consumer==>g 3 7 7
consumer==>wait_ms 2 200 200
main()==>consumer 1 207 207
main() 1 207 207
