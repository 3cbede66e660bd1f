--TEST--
The tree stays whole with an ignored builtin, and with an ignored function that calls a closure
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function outer($x) { return inner(strtolower($x)); }
function inner($x) { return ucfirst(strtolower($x)); }
function each_of($list, $callback)
{
	foreach ($list as $item) {
		$callback($item);
	}
}
function leaf($x) { return $x; }

xhprof_enable(0, ['ignored_functions' => ['strtolower']]);
outer('A');
inner('B');
show(xhprof_disable());

xhprof_enable(0, ['ignored_functions' => ['each_of']]);
each_of([1, 2], function ($x) { return leaf($x); });
leaf(1);
show(xhprof_disable());
?>
--EXPECT--
inner==>ucfirst  ct=2
outer==>inner  ct=1
main()==>outer  ct=1
main()==>inner  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
{closure}==>leaf  ct=2
main()==>{closure}  ct=2
main()==>leaf  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
