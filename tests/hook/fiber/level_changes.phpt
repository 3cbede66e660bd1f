--TEST--
A fiber resumed from deeper in its own function keeps all rules of a profile
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function w($fiber) { return $fiber ? $fiber->resume() : inner(1); }
function inner($x)
{
	leaf(1000);
	Fiber::suspend();
	leaf(2000);
	return $x;
}
function leaf($us) { xhprof_fake_clock_advance($us * 1000, $us * 1000); }

foreach ([XHPROF_FLAGS_NO_BUILTINS | XHPROF_FLAGS_CPU, XHPROF_FLAGS_CPU] as $flags) {
	$fiber = new Fiber('w');
	xhprof_enable($flags);
	$fiber->start(null);
	w($fiber);
	$profile = xhprof_disable();
	check_conservation($profile);

	// The other way: begun deep, resumed at the top.
	$fiber = new Fiber('w');
	xhprof_enable($flags);
	$starter = function ($x) use ($fiber) { $fiber->start($x); };
	deep($starter, 3);
	$fiber->resume();
	$profile = xhprof_disable();
	check_conservation($profile);
}
function deep($closure, $n) { return $n > 0 ? deep($closure, $n - 1) : w_in($closure); }
function w_in($closure) { return $closure(null); }

// A whole chain that moves: inner's frames are open while w and inner are open below.
$fiber = new Fiber('w');
$second = new Fiber('resume_inside');
function resume_inside($fiber) { return inner_too($fiber); }
function inner_too($fiber) { w($fiber); leaf(500); Fiber::suspend(); w(null); }
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS | XHPROF_FLAGS_CPU);
$fiber->start(null);
$second->start($fiber);
$second->resume();
$second->resume();
$profile = xhprof_disable();
check_conservation($profile);
echo "done\n";
?>
--EXPECT--
done
