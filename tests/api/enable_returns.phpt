--TEST--
xhprof_enable() returns null; xhprof_disable() returns an array while a profile runs, else null
--FILE--
<?php
require __DIR__ . '/../helper.inc';

var_dump(xhprof_disable());
var_dump(xhprof_enable());
$profile = xhprof_disable();
var_dump(xhprof_disable());
var_dump(xhprof_disable());
show($profile);

// Clients write xhprof_disable() ?? [].
var_dump(xhprof_disable() ?? []);
?>
--EXPECT--
NULL
NULL
NULL
NULL
main()==>var_dump  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
array(0) {
}
