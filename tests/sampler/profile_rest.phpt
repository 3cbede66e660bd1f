--TEST--
Time that no sample accounts for counts once, in functions as in call paths
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; need_wall_by_signal(); ?>
--FILE--
<?php
function work() { return array_sum(range(1, 1000)); }

$different = 0;
for ($i = 1; $i <= 40; $i++) {
	xhprof_sample_enable(['interval' => 100]);
	for ($j = 0; $j < 3 * $i; $j++) {
		work();
	}
	if ($i % 2 === 0) {
		usleep(300);
	}
	$profile = xhprof_stop();
	$own = [];
	foreach ($profile->nodes() as $node) {
		$own[$node['function']] = ($own[$node['function']] ?? 0) + $node['own_wall_ns'];
	}
	$functions = array_map(fn(array $row) => $row['own_wall_ns'], $profile->functions());
	$functions += array_fill_keys(array_keys($own), 0);
	ksort($own);
	ksort($functions);
	$different += (int) ($own !== $functions);
}
var_dump($different);
?>
--EXPECT--
int(0)
