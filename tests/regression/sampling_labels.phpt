--TEST--
Sample labels are seconds and six digits, aligned to the interval
--SKIPIF--
<?php if (!function_exists('xhprof_sample_enable')) die('skip no sampling here'); ?>
--INI--
xhprof.sampling_interval=1000
--FILE--
<?php
function spin($ms) { $end = hrtime(true) + $ms * 1000000; while (hrtime(true) < $end); }

xhprof_sample_enable();
spin(50);
$samples = xhprof_sample_disable();
foreach ($samples as $label => $stack) {
	if (!preg_match('/^\d{10,}\.\d{3}000$/', (string) $label)) {
		echo "label $label\n";
	}
}
echo "done\n";
?>
--EXPECT--
done
