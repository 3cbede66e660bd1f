--TEST--
A fiber suspended inside a generator continues inside it
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function g() { yield leaf(1); $x = Fiber::suspend(); yield leaf($x); }
function f()
{
	foreach (g() as $value) {
		leaf($value);
	}
}
function leaf($x) { return $x; }

$fiber = new Fiber('f');
xhprof_enable();
$fiber->start();
leaf(0);
$fiber->resume(2);
show(xhprof_disable());

// One generator that two fibers advance in turn.
function counter() { yield leaf(1); yield leaf(2); }
$shared = counter();
function advance($generator) { $generator->current(); Fiber::suspend(); $generator->next(); }
$one = new Fiber('advance');
$two = new Fiber('advance');
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
$one->start($shared);
$two->start($shared);
$two->resume();
$one->resume();
show(xhprof_disable());
?>
--EXPECT--
g==>leaf  ct=2
f==>g  ct=3
f==>leaf  ct=2
Fiber::start==>f  ct=1
main()==>Fiber::start  ct=1
main()==>leaf  ct=1
g==>Fiber::suspend  ct=1
Fiber::resume==>f  ct=1
main()==>Fiber::resume  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
counter==>leaf  ct=2
advance==>counter  ct=3
main()==>advance  ct=4
main()  ct=1
