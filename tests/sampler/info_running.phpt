--TEST--
xhprof_info() has the duration so far of a sampling run that goes on
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
function duration(): int
{
	return xhprof_info()['sampling']['duration'];
}

$start = hrtime(true);
xhprof_sample_enable();
usleep(2000);
$first = duration();
usleep(2000);
$second = duration();
xhprof_sample_disable();
$whole = duration();
$passed = (hrtime(true) - $start) / 1e3;
var_dump($first >= 2000, $second >= $first + 2000, $whole >= $second, $whole <= $passed + 1, $whole === duration());
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
