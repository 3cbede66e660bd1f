--TEST--
Sleep counts as wall time only; work counts as wall and CPU time
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function asleep($us) { xhprof_fake_clock_advance($us * 1000, 0); }
function at_work($us) { xhprof_fake_clock_advance($us * 1000, $us * 1000); }
function mixed_up($us) { asleep($us); at_work($us); }

function milliseconds($profile)
{
	check_conservation($profile);
	foreach ($profile as $key => $row) {
		echo $key, ' ', intdiv($row['wt'], 1000), ' ', intdiv($row['cpu'], 1000), "\n";
	}
}

xhprof_enable(XHPROF_FLAGS_CPU | XHPROF_FLAGS_NO_BUILTINS);
asleep(10000);
at_work(20000);
mixed_up(5000);
asleep(3600 * 1000000);
milliseconds(xhprof_disable());

// Before and after a profile the clock may do what it wants.
xhprof_fake_clock_advance(7000000, 7000000);
xhprof_enable(XHPROF_FLAGS_CPU | XHPROF_FLAGS_NO_BUILTINS);
at_work(1000);
$profile = xhprof_disable();
xhprof_fake_clock_advance(7000000, 0);
milliseconds($profile);
?>
--EXPECT--
main()==>asleep 3600010 0
main()==>at_work 20 20
mixed_up==>asleep 5 0
mixed_up==>at_work 5 5
main()==>mixed_up 10 5
main() 3600040 25
main()==>at_work 1 1
main() 1 1
