--TEST--
CPU time in the kernel belongs to the function that made the system call, not to the code that runs next
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/sample.inc';

function in_kernel(): void
{
	static $file;
	$file ??= fopen('/dev/zero', 'r');
	stream_set_read_buffer($file, 0);
	fread($file, 1 << 20);
}

function outside(): int
{
	$x = 1;
	for ($i = 0; $i < 1000; $i++) {
		$x ^= $i;
	}
	return $x;
}

/* Nothing that is done once is in the times. */
in_kernel();
foreach (tries() as $try) {
	$took = $found = ['in_kernel' => 0, 'outside' => 0];
	xhprof_sample_enable(['clock' => 'cpu', 'interval' => 1000, 'paths' => true]);
	burn(0.8, function () use (&$took) {
		foreach ($took as $function => $time) {
			$start = cpu_seconds();
			$function();
			$took[$function] += cpu_seconds() - $start;
		}
	});
	$result = xhprof_sample_disable();
	foreach ($result['paths'] as $path) {
		foreach (array_intersect(array_column($path['frames'], 'function'), array_keys($found)) as $function) {
			$found[$function] += $path['weight'];
		}
	}
	$true = $took['in_kernel'] / array_sum($took);
	$seen = $found['in_kernel'] / max(1, array_sum($found));
	/* Without the kernel's clock of the thread, ticks are as coarse as the kernel's own. */
	$is_right = $result['source'] !== 'perf' || abs($seen - $true) < 0.4;
	if ($is_right) {
		break;
	}
}
echo $is_right ? "ok\n" : sprintf("%.2f, and %.2f seen\n", $true, $seen);
?>
--EXPECT--
ok
