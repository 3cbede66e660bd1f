--TEST--
Compensation leaves each call what it takes at the least without a profile, in any kind of run, although the costs are too high
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
// Recording takes 2 us of a call here, and it is believed to take 5; without a profile it would take 0.04.
function nothing() { static $calls; }
function nothings(int $n) { for ($i = 0; $i < $n; $i++) nothing(); }
function internals(int $n) { for ($i = 0; $i < $n; $i++) abs($i); }
function methods(ArrayObject $array, int $n) { for ($i = 0; $i < $n; $i++) $array->count(); }
function parent_of_all(int $n) { nothings($n); internals($n); methods(new ArrayObject, $n); }

xhprof_fake_clock_cost(1000, 5000, 40);
foreach ([0, XHPROF_FLAGS_TREE, XHPROF_FLAGS_TIMELINE] as $mode) {
	foreach ([0, XHPROF_FLAGS_CPU, XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY] as $metrics) {
		xhprof_enable($mode | $metrics, ['compensate' => true]);
		parent_of_all(1000);
		$functions = xhprof_stop()->functions();
		foreach (['nothings', 'internals', 'methods', 'parent_of_all', 'main()'] as $name) {
			$row = $functions[$name];
			$seen[$name][] = round($row['wall_ns'] / 1000)
				. ($metrics & XHPROF_FLAGS_CPU ? ' cpu ' . round($row['cpu_ns'] / 1000) : '');
		}
	}
}
foreach ($seen as $name => $rows) {
	echo "$name: ", implode(', ', array_unique($rows)), "\n";
}
?>
--EXPECT--
nothings: 41, 41 cpu 41
internals: 41, 41 cpu 41
methods: 41, 41 cpu 41
parent_of_all: 124, 124 cpu 124
main(): 126, 126 cpu 126
