--TEST--
A collection is a call of {gc} by the function in which the collector runs, also without builtins
--FILE--
<?php
require __DIR__ . '/../../helper.inc';
require __DIR__ . '/gc.inc';

foreach ([0, XHPROF_FLAGS_NO_BUILTINS] as $flags) {
	xhprof_enable($flags);
	pairs(6000);
	gc_collect_cycles();
	array_map('pairs', [6000]);
	show(xhprof_disable());
	gc_collect_cycles();
}
?>
--EXPECT--
pairs==>{gc}  ct=2
main()==>pairs  ct=1
gc_collect_cycles==>{gc}  ct=1
main()==>gc_collect_cycles  ct=1
array_map==>pairs  ct=1
main()==>array_map  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
pairs==>{gc}  ct=2
main()==>pairs  ct=2
main()==>{gc}  ct=1
main()  ct=1
