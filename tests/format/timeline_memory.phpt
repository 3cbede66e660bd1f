--TEST--
The curve of memory and CPU time does not change through a call that waits
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
function tick(): void {}
function nap(): void { xhprof_fake_clock_advance(1500000000, 0); }

/* As many calls as make the curve drop points: the one before a wait stays. */
function work(int $calls): void
{
	$held = str_repeat('x', 1 << 20);
	for ($i = 0; $i < $calls; $i++) {
		tick();
	}
	$held = null;
	tick();
	nap();
	tick();
}

foreach ([100, 50000] as $calls) {
	xhprof_enable(XHPROF_FLAGS_TIMELINE | XHPROF_FLAGS_MEMORY | XHPROF_FLAGS_CPU);
	work($calls);
	$curve = json_decode(xhprof_stop()->export('json'), true)['curve'];
	$waits = array_keys(array_filter($curve['since_ns'], static fn(int $ns): bool => $ns >= 1500000000));
	foreach ($waits as $i) {
		$cpu = $curve['cpu_ns'][$i] - $curve['cpu_ns'][$i - 1];
		$memory = $curve['memory_bytes'][$i] - $curve['memory_bytes'][$i - 1];
		echo abs($memory) < 65536 ? 'as much memory' : "$memory bytes more", ', ',
			$cpu < 100000 ? 'no CPU time' : "$cpu ns of CPU", "\n";
	}
	echo max($curve['memory_bytes']) - end($curve['memory_bytes']) > 1000000 ? 'the string was seen' : 'no string',
		', ', count($curve['since_ns']) <= 4096 ? 'bounded' : count($curve['since_ns']), "\n";
}
?>
--EXPECT--
as much memory, no CPU time
the string was seen, bounded
as much memory, no CPU time
the string was seen, bounded
