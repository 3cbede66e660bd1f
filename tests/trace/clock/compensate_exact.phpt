--TEST--
With the costs that its calls have, a compensated run of any kind has exactly the times of the program without it
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
// By the fake clock recording takes 2 us of a call, one of them its own time: each reads the clock twice. Nothing else
// takes
// time but the work. Some of it is long: then the kernel is asked for CPU time. First calls are measured: they cancel
// out.
// A switch of fibers reads the clock twice, too.
function work(int $ns) { xhprof_fake_clock_advance($ns, $ns); }
function works(int $n) { for ($i = 0; $i < $n; $i++) work($i % 10 === 9 ? 9300 : 300); }
function nothing() { static $calls; }
function nothings(int $n) { for ($i = 0; $i < $n; $i++) nothing(); }
function internals(int $n) { for ($i = 0; $i < $n; $i++) abs($i); }
function methods(ArrayObject $array, int $n) { for ($i = 0; $i < $n; $i++) $array->count(); }
function suspends(int $levels) { if ($levels > 0) suspends($levels - 1); while (true) { work(300); Fiber::suspend(); } }
function steps(int $levels, int $n)
{
	$fiber = new Fiber('suspends');
	$fiber->start($levels);
	for ($i = 0; $i < $n; $i += 10) { work(300); $fiber->resume(); }
}
function fibers(int $n) { steps(0, $n); steps(3, $n); }
function all(int $n) { works($n); nothings($n); internals($n); methods(new ArrayObject, $n); fibers($n); works($n); }

xhprof_fake_clock_cost(1000, 2000, 0);
foreach ([0, XHPROF_FLAGS_TREE, XHPROF_FLAGS_TIMELINE] as $mode) {
	foreach ([0, XHPROF_FLAGS_CPU, XHPROF_FLAGS_MEMORY, XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY] as $metrics) {
		foreach ([50, 150] as $n) {
			xhprof_enable($mode | $metrics, ['compensate' => true]);
			all($n);
			$runs[$n] = xhprof_stop()->functions();
		}
		foreach ($runs[150] as $name => $row) {
			$wall_ns = $row['wall_ns'] - $runs[50][$name]['wall_ns'];
			$seen[$name][] = $wall_ns . ($metrics & XHPROF_FLAGS_CPU
				&& $row['cpu_ns'] - $runs[50][$name]['cpu_ns'] !== $wall_ns ? ', another CPU time' : '');
		}
	}
}
ksort($seen); // with call trees rows come in another order
foreach ($seen as $name => $rows) {
	echo "$name: ", implode(', ', array_unique($rows)), "\n";
}
?>
--EXPECT--
ArrayObject::__construct: 0
ArrayObject::count: 0
Fiber::__construct: 0
Fiber::resume: 6000
Fiber::start: 0
Fiber::suspend: 0
abs: 0
all: 252000
fibers: 12000
internals: 0
main(): 252000
methods: 0
nothing: 0
nothings: 0
steps: 12000
suspends: 6000
work: 252000
works: 240000
xhprof_fake_clock_advance: 252000
xhprof_stop: 0
