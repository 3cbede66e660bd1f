--TEST--
After a fatal error a shutdown function may stop the profile and run another
--INI--
fatal_error_backtraces=0
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function outer($x) { return array_map('fatal', [$x]); }
function fatal($x) { eval('class Twice {} class Twice {}'); }
function leaf($x) { return $x; }
function finish()
{
	xhprof_disable();
	xhprof_enable();
	leaf(1);
	array_map('leaf', [1]);
	show(xhprof_disable());
}

register_shutdown_function('finish');
xhprof_enable();
outer(1);
?>
--EXPECTF--
Fatal error: Cannot %s Twice%s in %s on line 1
main()==>leaf  ct=1
array_map==>leaf  ct=1
main()==>array_map  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
