--TEST--
Below nested ignored calls each call finds its caller: after a return, an exception, a switch of fibers
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function top($f, $n) { return $f($n); }
function leaf($x) { return $x; }
function thrower($x) { throw new Exception($x); }
function through($n)
{
	leaf($n);
	if ($n > 0) {
		through($n - 1);
		array_map('through', [$n - 1]);
	}
	return leaf($n);
}
function catches($n)
{
	try {
		return $n > 0 ? catches($n - 1) : thrower('x');
	} catch (Exception $e) {
		leaf($n);
		if ($n < 2) {
			throw $e;
		}
	}
	return leaf($n);
}
function suspends($n)
{
	leaf($n);
	$n > 0 ? suspends($n - 1) : Fiber::suspend();
	return leaf($n);
}
function fibers($n)
{
	$fibers = [new Fiber('suspends'), new Fiber('suspends')];
	foreach ($fibers as $fiber) {
		$fiber->start($n);
		leaf($n);
	}
	foreach ($fibers as $fiber) {
		$fiber->resume();
		leaf($n);
	}
}
function evaluates($n)
{
	return $n > 0 ? eval('leaf($n); evaluates($n - 1); return leaf($n);') : leaf($n);
}

foreach (['through', 'catches', 'fibers', 'evaluates'] as $name) {
	xhprof_enable(0, ['ignored_functions' => ['through', 'catches', 'suspends', 'fibers', 'evaluates', 'array_map']]);
	top($name, 3);
	leaf(0);
	show_sorted(xhprof_disable());
	echo "\n";
}

// The next run records them.
xhprof_enable(0, ['ignored_functions' => ['leaf']]);
top('through', 1);
show_sorted(xhprof_disable());
?>
--EXPECT--
main()  ct=1
main()==>leaf  ct=1
main()==>top  ct=1
main()==>xhprof_disable  ct=1
top==>leaf  ct=30

main()  ct=1
main()==>leaf  ct=1
main()==>top  ct=1
main()==>xhprof_disable  ct=1
thrower==>Exception::__construct  ct=1
top==>leaf  ct=4
top==>thrower  ct=1

Fiber::resume==>Fiber::suspend  ct=2
Fiber::resume==>leaf  ct=8
Fiber::start==>Fiber::suspend  ct=2
Fiber::start==>leaf  ct=8
main()  ct=1
main()==>leaf  ct=1
main()==>top  ct=1
main()==>xhprof_disable  ct=1
top==>Fiber::__construct  ct=2
top==>Fiber::resume  ct=2
top==>Fiber::start  ct=2
top==>leaf  ct=4

main()  ct=1
main()==>leaf  ct=1
main()==>top  ct=1
main()==>xhprof_disable  ct=1
top==>eval::TESTS/trace/filter/ignored_nested.php(48) : eval()'d code  ct=3
top==>leaf  ct=7

array_map==>through@1  ct=1
main()  ct=1
main()==>top  ct=1
main()==>xhprof_disable  ct=1
through==>array_map  ct=1
through==>through@1  ct=1
top==>through  ct=1
