--TEST--
Beside the samples of a clock, those of xhprof_sample() keep their weights and are counted apart
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/sample.inc';

function work(int $x): int
{
	for ($i = 0; $i < 100; $i++) {
		$x += $i;
	}
	return $x;
}

foreach (['cpu', 'wall'] as $clock) {
	foreach (['signal', 'interrupt'] as $engine) {
		@xhprof_sample_enable(['clock' => $clock, 'engine' => $engine, 'interval' => 1000, 'paths' => true]);
		if (!xhprof_info()['running']) {
			continue;
		}
		for ($i = 0; $i < 20; $i++) {
			burn(0.002, fn() => work(1));
			xhprof_sample('mark', 100);
		}
		$result = xhprof_sample_disable();
		$marks = 0;
		foreach ($result['paths'] as $path) {
			$marks += end($path['frames'])['function'] === 'mark' ? $path['weight'] : 0;
		}
		if ($marks !== 2000 || $result['custom'] !== 2000 || $result['weight'] - $result['custom'] < 10
			|| $result['weight'] !== array_sum(array_column($result['paths'], 'weight'))
			|| $result['overrun'] !== $result['weight'] - 2000 - ($result['samples'] - 20)) {
			echo "$clock $engine: ", json_encode($result), "\n";
		}
	}
}

/* In the classic result they stand for no interval: a row each at its own time. */
xhprof_sample_enable(['interval' => 1000]);
burn(0.02, fn() => work(1));
xhprof_sample('mark', 1000000);
xhprof_sample('mark');
$result = xhprof_sample_disable();
var_dump(array_count_values($result)['main()==>mark']);
foreach ($result as $label => $stack) {
	if (($stack === 'main()==>mark') === str_ends_with($label, '000')) {
		echo "$label $stack\n";
	}
}
?>
--EXPECT--
int(2)
