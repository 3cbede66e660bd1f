--TEST--
memory_reset_peak_usage() inside a function makes its pmu negative and has no other effect
--SKIPIF--
<?php if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP'); ?>
<?php if (!function_exists('memory_reset_peak_usage')) die('skip needs PHP 8.2'); ?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function peak($x) { return strlen(str_repeat('x', $x)); }
function reset_peak($x) { memory_reset_peak_usage(); return $x; }

xhprof_enable(XHPROF_FLAGS_MEMORY);
peak(20 << 20);
reset_peak(1);
peak(10 << 20);
$profile = xhprof_disable();
show($profile);
foreach (['main()==>peak', 'main()==>reset_peak'] as $key) {
	echo $key, ' ', (int) round($profile[$key]['pmu'] / (1 << 20)), "\n";
}
?>
--EXPECT--
peak==>str_repeat  ct=2 [mu pmu]
main()==>peak  ct=2 [mu pmu]
reset_peak==>memory_reset_peak_usage  ct=1 [mu pmu]
main()==>reset_peak  ct=1 [mu pmu]
main()==>xhprof_disable  ct=1 [mu pmu]
main()  ct=1 [mu pmu]
main()==>peak 30
main()==>reset_peak -20
