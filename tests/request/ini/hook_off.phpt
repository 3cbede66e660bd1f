--TEST--
With xhprof.hook=off no profile is recorded and the program runs as usual
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

echo child_php(__DIR__ . '/hook_child.inc', ['xhprof.hook=off']);
echo child_php(__DIR__ . '/hook_off_child.inc', ['xhprof.hook=off']);
?>
--EXPECTF--
off

Warning: xhprof_enable(): %s in %s on line %d
NULL
NULL

Warning: xhprof_sample_enable(): %s in %s on line %d
NULL
