--TEST--
Ignored functions disappear, and their callees are called by their caller
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function foo($x) { return middle($x) . strrev($x); }
function middle($x) { return leaf($x) . ucfirst($x); }
function leaf($x) { return $x; }
class C
{
	function method($x) { return self::fixed($x); }
	static function fixed($x) { return leaf($x); }
}
function profile($options)
{
	echo json_encode($options), "\n";
	xhprof_enable(0, $options);
	run();
	show(xhprof_disable());
}
function run()
{
	foo('a');
	(new C)->method('b');
}

profile(['ignored_functions' => ['middle']]);
profile(['ignored_functions' => ['strrev', 'ucfirst']]);
profile(['ignored_functions' => ['C::method']]);
profile(['ignored_functions' => ['C::fixed', 'leaf', 'run', 'no_such']]);
profile(['ignored_functions' => ['run', 'foo', 'middle', 'leaf', 'C::method', 'C::fixed', 'strrev', 'ucfirst',
	'xhprof_disable']]);
?>
--EXPECT--
{"ignored_functions":["middle"]}
foo==>leaf  ct=1
foo==>ucfirst  ct=1
foo==>strrev  ct=1
run==>foo  ct=1
C::fixed==>leaf  ct=1
C::method==>C::fixed  ct=1
run==>C::method  ct=1
main()==>run  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
{"ignored_functions":["strrev","ucfirst"]}
middle==>leaf  ct=1
foo==>middle  ct=1
run==>foo  ct=1
C::fixed==>leaf  ct=1
C::method==>C::fixed  ct=1
run==>C::method  ct=1
main()==>run  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
{"ignored_functions":["C::method"]}
middle==>leaf  ct=1
middle==>ucfirst  ct=1
foo==>middle  ct=1
foo==>strrev  ct=1
run==>foo  ct=1
C::fixed==>leaf  ct=1
run==>C::fixed  ct=1
main()==>run  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
{"ignored_functions":["C::fixed","leaf","run","no_such"]}
middle==>ucfirst  ct=1
foo==>middle  ct=1
foo==>strrev  ct=1
main()==>foo  ct=1
main()==>C::method  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
{"ignored_functions":["run","foo","middle","leaf","C::method","C::fixed","strrev","ucfirst","xhprof_disable"]}
main()  ct=1
