--TEST--
Destructors that the collector runs are callees of {gc}, also one that collects
--FILE--
<?php
require __DIR__ . '/../../helper.inc';
require __DIR__ . '/gc.inc';

xhprof_enable();
pairs(2, 'Doomed');
gc_collect_cycles();
show(xhprof_disable());

function again() { static $calls; gc_collect_cycles(); }
Doomed::$then = 'again';
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
pairs(1, 'Doomed');
gc_collect_cycles();
show(xhprof_disable());
?>
--EXPECT--
main()==>pairs  ct=1
Doomed::__destruct==>last  ct=4
{gc}==>Doomed::__destruct  ct=4
gc_collect_cycles==>{gc}  ct=1
main()==>gc_collect_cycles  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
main()==>pairs  ct=1
Doomed::__destruct==>last  ct=2
again==>{gc}@1  ct=2
Doomed::__destruct==>again  ct=2
{gc}==>Doomed::__destruct  ct=2
main()==>{gc}  ct=1
main()  ct=1
