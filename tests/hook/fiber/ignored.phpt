--TEST--
Fiber's methods and the functions that run in fibers can be ignored
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function entry($x) { return inner($x); }
function inner($x) { leaf($x); Fiber::suspend(); return leaf($x); }
function leaf($x) { return $x; }
function drive()
{
	$fiber = new Fiber('entry');
	$fiber->start(1);
	leaf(0);
	$fiber->resume();
}

xhprof_enable(0, ['ignored_functions' => ['Fiber::__construct', 'Fiber::start', 'Fiber::resume', 'Fiber::suspend']]);
drive();
show(xhprof_disable());

xhprof_enable(XHPROF_FLAGS_NO_BUILTINS, ['ignored_functions' => ['inner']]);
drive();
show(xhprof_disable());
?>
--EXPECT--
inner==>leaf  ct=2
drive==>entry  ct=2
drive==>leaf  ct=1
entry==>inner  ct=1
main()==>drive  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
entry==>leaf  ct=2
drive==>entry  ct=2
drive==>leaf  ct=1
main()==>drive  ct=1
main()  ct=1
