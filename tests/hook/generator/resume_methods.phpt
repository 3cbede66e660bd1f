--TEST--
current(), next(), send(), throw(), rewind() and valid() resume a generator as their child
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function g()
{
	try {
		$x = yield leaf(1);
		$x = yield leaf($x);
	} catch (Exception $exception) {
		leaf(2);
		yield 3;
	} finally {
		leaf(4);
	}
	return 5;
}
function leaf($x) { return $x; }

xhprof_enable();
$g = g();
$g->current();
$g->current();
$g->key();
$g->send('x');
$g->throw(new Exception('y'));
$g->next();
$g->valid();
$g->getReturn();

$g = g();
$g->rewind();
$g->next();
$g->next();
$g->valid();

$g = g();
$g->send('z');
$g->next();
$g = null;
show(xhprof_disable());

// The exception goes out again.
function thrower() { yield 1; throw new Exception('inside'); }
function unready() { throw new Exception('first'); yield 1; }
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
foreach (['thrower', 'unready'] as $name) {
	try {
		foreach ($name() as $value) {
			leaf($value);
		}
	} catch (Exception $exception) {
		leaf(0);
	}
}
// Not started yet, it first runs to its first yield.
$g = g();
$g->throw(new RuntimeException('not started'));
show(xhprof_disable());
?>
--EXPECT--
g==>leaf  ct=10
Generator::current==>g  ct=1
main()==>Generator::current  ct=2
main()==>Generator::key  ct=1
Generator::send==>g  ct=3
main()==>Generator::send  ct=2
main()==>Exception::__construct  ct=1
Generator::throw==>g  ct=1
main()==>Generator::throw  ct=1
Generator::next==>g  ct=4
main()==>Generator::next  ct=4
main()==>Generator::valid  ct=2
main()==>Generator::getReturn  ct=1
Generator::rewind==>g  ct=1
main()==>Generator::rewind  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
main()==>thrower  ct=2
main()==>leaf  ct=3
main()==>unready  ct=1
g==>leaf  ct=2
main()==>g  ct=2
main()  ct=1
