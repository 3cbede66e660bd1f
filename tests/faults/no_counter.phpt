--TEST--
Where the CPU has no reliable counter, the monotonic clock is read and times are as accurate
--SKIPIF--
<?php
if (!str_contains(xhprof_info()['clock_reason'], 'built without')) die('skip wants a build by --enable-xhprof-no-tsc');
	?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function nap($us) { usleep($us); return $us; }

xhprof_enable(XHPROF_FLAGS_CPU);
$began = hrtime(true);
nap(20000);
$took = intdiv(hrtime(true) - $began, 1000);
$profile = xhprof_disable();
check_conservation($profile);
$wt = $profile['main()==>nap']['wt'];
var_dump($wt >= 20000 && $wt <= $took + 1, $profile['main()==>nap']['cpu'] < $wt);
echo xhprof_info()['clock_reason'], "\n";
?>
--EXPECT--
bool(true)
bool(true)
built without the time stamp counter
