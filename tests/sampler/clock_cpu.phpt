--TEST--
Sleep is not sampled by the CPU clock; by the wall clock it is sampled as off the CPU
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; need_wall_by_signal(); ?>
--FILE--
<?php
require __DIR__ . '/sample.inc';

function compute() { $x = 0; for ($i = 0; $i < 10000; $i++) { $x ^= $i; } return $x; }
function work(int $factor) { usleep(100000 * $factor); burn(0.1 * $factor, compute(...)); }

foreach (['cpu', 'wall'] as $clock) {
	ini_set('xhprof.sampling_clock', $clock);
	foreach (tries() as $factor) {
		xhprof_sample_enable(['interval' => 1000]);
		work($factor);
		$samples = xhprof_sample_disable();
		$sampling = xhprof_info()['sampling'];
		$sleeps = count_stack($samples, 'main()==>work==>usleep');
		$computes = count(preg_grep('/==>compute$/', $samples));
		if ($computes >= 20 && ($clock === 'cpu' || min($sleeps, $sampling['off_cpu']) >= 50)) {
			break;
		}
	}
	echo $sampling['clock'], ': asleep ', $sleeps >= 50 ? 'many' : ($sleeps <= 5 ? 'hardly' : $sleeps);
	echo ', computing ', $computes >= 20 ? 'many' : 'few';
	echo ', off the CPU ', $sampling['off_cpu'] >= 50 ? 'many' : $sampling['off_cpu'], "\n";
}
?>
--EXPECT--
cpu: asleep hardly, computing many, off the CPU 0
wall: asleep many, computing many, off the CPU many
