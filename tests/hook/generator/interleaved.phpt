--TEST--
Generators that are resumed in turn, and from different functions, keep their places
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function g($x)
{
	while (true) {
		$x = yield leaf($x);
	}
}
function leaf($x) { return $x; }
function one($generator) { return $generator->send(1); }
function two($generator, $other) { return $generator->send(one($other)); }

$a = g('a');
$b = g('b');
$a->current();
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
one($a);
two($a, $b);
two($b, $a);
show(xhprof_disable());
?>
--EXPECT--
g==>leaf  ct=6
one==>g  ct=4
main()==>one  ct=1
two==>one  ct=2
two==>g  ct=2
main()==>two  ct=2
main()  ct=1
