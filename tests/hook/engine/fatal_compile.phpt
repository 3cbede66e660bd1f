--TEST--
A fatal error in nested calls and callbacks closes them all; shutdown functions are called by main()
--INI--
fatal_error_backtraces=0
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function outer($x) { return array_map('inner', [$x]); }
function inner($x) { leaf($x); eval('class Twice {} class Twice {}'); }
function leaf($x) { return $x; }
function finish() { leaf(1); array_map('leaf', [1]); show(xhprof_disable()); }

register_shutdown_function('leaf', 1);
register_shutdown_function('finish');
xhprof_enable(XHPROF_FLAGS_CPU);
outer(1);
?>
--EXPECTF--
Fatal error: Cannot %s Twice%s in %s on line 1
inner==>leaf  ct=1 [cpu]
inner==>eval::TESTS/hook/engine/fatal_compile.php(5) : eval()'d code  ct=1 [cpu]
array_map==>inner  ct=1 [cpu]
outer==>array_map  ct=1 [cpu]
main()==>outer  ct=1 [cpu]
main()==>leaf  ct=1 [cpu]
finish==>leaf  ct=1 [cpu]
array_map==>leaf  ct=1 [cpu]
finish==>array_map  ct=1 [cpu]
finish==>xhprof_disable  ct=1 [cpu]
main()==>finish  ct=1 [cpu]
main()  ct=1 [cpu]
