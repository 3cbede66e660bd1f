--TEST--
own_cost_ns has the making of call paths: calls on new paths cost the profiler more than as many on a known one
--SKIPIF--
<?php if (function_exists('xhprof_fake_clock_advance')) die('skip needs a real clock'); ?>
--FILE--
<?php
function leaf() { }
function down(int $n, int $way) { $n > 0 ? ($way & 1 ? left($n - 1, $way >> 1) : down($n - 1, $way >> 1)) : leaf(); }
function left(int $n, int $way) { down($n, $way); }

/* By call, of so many ways. */
function cost(int $ways): float
{
	xhprof_enable(XHPROF_FLAGS_TREE | XHPROF_FLAGS_NO_BUILTINS);
	for ($i = 0; $i < 2000; $i++) {
		down(11, $i % $ways);
	}
	$summary = xhprof_stop()->summary();
	return $summary['own_cost_ns'] / $summary['calls'];
}

$one = cost(1);
$many = cost(2000);
echo $one > 0 ? 'known' : 'unknown', ' ', $many > 1.5 * $one ? 'more' : "$one $many", "\n";
?>
--EXPECT--
known more
