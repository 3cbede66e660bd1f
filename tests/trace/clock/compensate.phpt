--TEST--
With compensation, calls and times are the same and the hooks' own time is not included
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
function leaf($x) { return $x; }
function one($x) { return leaf($x); }
function recursive($x) { return $x > 0 ? recursive($x - 1) : $x; }
function numbers() { yield leaf(1); yield leaf(2); }
function skipped($x) { return leaf($x); }
function sleeper() { xhprof_fake_clock_advance(5000, 2000); }

function in_fiber()
{
	leaf(1);
	Fiber::suspend();
	one(1);
}

function program()
{
	leaf(1);
	one(1);
	recursive(2);
	skipped(1);
	sleeper();
	foreach (numbers() as $number) {
	}
	array_map('leaf', [1, 2]);
	$fiber = new Fiber('in_fiber');
	$fiber->start();
	one(1);
	$fiber->resume();
}

$profiles = [];
foreach ([false, true] as $compensate) {
	xhprof_enable(XHPROF_FLAGS_CPU, ['compensate' => $compensate, 'ignored_functions' => ['skipped']]);
	program();
	$profiles[] = xhprof_disable();
	var_dump(xhprof_info()['compensated_us'] > 0);
}
var_dump(array_map(fn ($row) => $row['ct'], $profiles[0]) === array_map(fn ($row) => $row['ct'], $profiles[1]));
foreach ($profiles[1] as $name => $row) {
	if (preg_match('/==>(leaf|one|recursive|recursive@1|sleeper)$/', $name)) {
		echo "$name wt=$row[wt] cpu=$row[cpu]\n";
	}
}
?>
--EXPECT--
bool(false)
bool(true)
bool(true)
program==>leaf wt=1 cpu=1
one==>leaf wt=2 cpu=2
program==>one wt=4 cpu=4
recursive==>recursive@1 wt=2 cpu=2
program==>recursive wt=3 cpu=3
program==>sleeper wt=7 cpu=4
numbers==>leaf wt=1 cpu=1
array_map==>leaf wt=1 cpu=1
in_fiber==>leaf wt=0 cpu=0
in_fiber==>one wt=2 cpu=2
