--TEST--
exit closes all calls; shutdown functions are called by main()
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function outer($x)
{
	try {
		array_map('inner', [$x]);
	} finally {
		leaf('never');
	}
}
function inner($x) { leaf($x); exit(0); }
function leaf($x) { return $x; }
function finish($x) { leaf($x); show(xhprof_disable()); }

register_shutdown_function('leaf', 1);
register_shutdown_function('finish', 1);
xhprof_enable();
outer(1);
?>
--EXPECT--
inner==>leaf  ct=1
array_map==>inner  ct=1
outer==>array_map  ct=1
main()==>outer  ct=1
main()==>leaf  ct=1
finish==>leaf  ct=1
finish==>xhprof_disable  ct=1
main()==>finish  ct=1
main()  ct=1
