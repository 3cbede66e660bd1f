--TEST--
A generator freed half-way runs its finally blocks as a call of the function that frees it
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function with_finally()
{
	try {
		yield 1;
		yield 2;
	} finally {
		leaf('finally');
	}
}
function without() { yield 1; leaf('never'); }
function leaf($x) { return $x; }
function half($name)
{
	foreach ($name() as $value) {
		return leaf($value);
	}
}

xhprof_enable();
$g = with_finally();
$g->current();
unset($g);
$g = without();
$g->current();
unset($g);
$g = with_finally();
unset($g);
half('with_finally');
half('without');
show(xhprof_disable());
?>
--EXPECT--
Generator::current==>with_finally  ct=1
main()==>Generator::current  ct=2
with_finally==>leaf  ct=2
main()==>with_finally  ct=1
Generator::current==>without  ct=1
half==>with_finally  ct=2
half==>leaf  ct=2
main()==>half  ct=2
half==>without  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
