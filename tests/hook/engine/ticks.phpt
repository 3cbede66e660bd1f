--TEST--
Tick functions are called by the function whose statement ended
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function tick() { leaf(1); }
function leaf($x) { return $x; }
register_tick_function('tick');
declare(ticks=1) {
	xhprof_enable();
	leaf(1);
	leaf(2);
	$profile = xhprof_disable();
}
unregister_tick_function('tick');
show($profile);
?>
--EXPECT--
tick==>leaf  ct=3
main()==>tick  ct=3
main()==>leaf  ct=2
main()==>xhprof_disable  ct=1
main()  ct=1
