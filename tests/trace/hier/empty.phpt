--TEST--
A profile without calls has main() and the call that ended it
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

xhprof_enable();
show(xhprof_disable());
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
show(xhprof_disable());
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS | XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY);
show(xhprof_disable());
?>
--EXPECT--
main()==>xhprof_disable  ct=1
main()  ct=1
main()  ct=1
main()  ct=1 [cpu mu pmu]
