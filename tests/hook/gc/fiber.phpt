--TEST--
A collection in a fiber is a call in the fiber
--FILE--
<?php
require __DIR__ . '/../../helper.inc';
require __DIR__ . '/gc.inc';

$fiber = new Fiber(function () {
	pairs(1, 'Doomed');
	gc_collect_cycles();
	Fiber::suspend();
	gc_collect_cycles();
});
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
$fiber->start();
gc_collect_cycles();
$fiber->resume();
show(xhprof_disable());
?>
--EXPECT--
{closure}==>pairs  ct=1
Doomed::__destruct==>last  ct=2
{gc}==>Doomed::__destruct  ct=2
{closure}==>{gc}  ct=2
main()==>{closure}  ct=2
main()==>{gc}  ct=1
main()  ct=1
