--TEST--
Sleep is not sampled by the CPU clock; by the wall clock it is sampled as off the CPU
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; need_wall_by_signal(); ?>
--FILE--
<?php
require __DIR__ . '/sample.inc';

function compute() { $x = 0; for ($i = 0; $i < 10000; $i++) { $x ^= $i; } return $x; }
function work(int $factor) { usleep(200000 * $factor); burn(0.05 * $factor, compute(...)); }

foreach (['cpu', 'wall'] as $clock) {
	ini_set('xhprof.sampling_clock', $clock);
	foreach (tries() as $factor) {
		$before = cpu_seconds();
		xhprof_sample_enable(['interval' => 1000]);
		work($factor);
		$samples = xhprof_sample_disable();
		$used = cpu_seconds() - $before;
		$sampling = xhprof_info()['sampling'];
		$sleeps = count_stack($samples, 'main()==>work==>usleep');
		$computes = count(preg_grep('/==>compute$/', $samples));
		if ($computes > 0 && ($clock === 'cpu' || min($sleeps, $sampling['off_cpu']) > 0)) {
			break;
		}
	}
	echo $sampling['clock'], ': computing ', $computes > 0 ? 'found' : 'NOT FOUND', ', off the CPU ',
		$sampling['off_cpu'] > 0 ? 'some' : 'none', ', ';
	/* What went by, but for the rounding to intervals. */
	$weight_us = 1000 * $sampling['weight'];
	echo $clock === 'cpu'
		? ($weight_us <= 1e6 * $used + 2000 ? 'no more than the CPU time' : "$weight_us us of $used s of CPU time")
		: (abs($weight_us - $sampling['duration']) < 2000 ? 'all time' : "$weight_us of $sampling[duration] us"), "\n";
}
?>
--EXPECT--
cpu: computing found, off the CPU none, no more than the CPU time
wall: computing found, off the CPU some, all time
