--TEST--
Compensation works although disable_functions names a function that it calibrates with
--INI--
disable_functions=ucfirst
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

xhprof_enable(0, ['compensate' => true]);
show(xhprof_disable());
?>
--EXPECT--
main()==>xhprof_disable  ct=1
main()  ct=1
