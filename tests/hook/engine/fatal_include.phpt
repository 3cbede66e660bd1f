--TEST--
A fatal error during compilation leaves no engine pointer swapped: later calls and builtins are recorded
--INI--
fatal_error_backtraces=0
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function outer($x) { return array_map('includes', [$x]); }
function includes($x) { return include __DIR__ . "/inc/$x"; }
function leaf($x) { return $x; }
function finish()
{
	leaf(1);
	array_map('leaf', [1]);
	eval('leaf(2);');
	show(xhprof_disable());
	leaf(3);
	xhprof_enable();
	strrev(leaf('x'));
	show(xhprof_disable());
}

register_shutdown_function('finish');
xhprof_enable();
outer('fatal.inc');
?>
--EXPECTF--
Fatal error: Cannot %s Twice%s in %sfatal.inc on line %d
includes==>load::inc/fatal.inc  ct=1
array_map==>includes  ct=1
outer==>array_map  ct=1
main()==>outer  ct=1
finish==>leaf  ct=2
array_map==>leaf  ct=1
finish==>array_map  ct=1
finish==>eval::TESTS/hook/engine/fatal_include.php(11) : eval()'d code  ct=1
finish==>xhprof_disable  ct=1
main()==>finish  ct=1
main()  ct=1
main()==>leaf  ct=1
main()==>strrev  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
