--TEST--
A generator destroyed at the end of the script, or by leaving a loop, may stop the profile
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function g($name)
{
	try {
		yield leaf(1);
		yield leaf(2);
	} finally {
		leaf(3);
		$profile = xhprof_disable();
		leaf(4);
		echo $name, "\n";
		show($profile);
	}
}
function leaf($x) { return $x; }
function consumer()
{
	foreach (g('by leaving') as $value) {
		return leaf($value);
	}
}

xhprof_enable();
consumer();

$generator = g('at the end');
xhprof_enable();
$generator->current();
leaf(5);
?>
--EXPECT--
by leaving
g==>leaf  ct=2
consumer==>g  ct=2
consumer==>leaf  ct=1
g==>xhprof_disable  ct=1
main()==>consumer  ct=1
main()  ct=1
at the end
g==>leaf  ct=2
Generator::current==>g  ct=1
main()==>Generator::current  ct=1
main()==>leaf  ct=1
g==>xhprof_disable  ct=1
main()==>g  ct=1
main()  ct=1
