--TEST--
A timeout closes all calls; shutdown functions are called by main()
--INI--
fatal_error_backtraces=0
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function outer($x) { array_map('spin', [$x]); }
function spin($x)
{
	leaf($x);
	set_time_limit(1);
	while (true) {
		$x++;
	}
}
function leaf($x) { return $x; }
function finish() { leaf(1); show(xhprof_disable()); }

register_shutdown_function('finish');
xhprof_enable();
outer(1);
?>
--EXPECTF--
Fatal error: Maximum execution time of 1 second exceeded in %s on line %d
spin==>leaf  ct=1
spin==>set_time_limit  ct=1
array_map==>spin  ct=1
outer==>array_map  ct=1
main()==>outer  ct=1
finish==>leaf  ct=1
finish==>xhprof_disable  ct=1
main()==>finish  ct=1
main()  ct=1
