--TEST--
With xhprof.hook=off calls are not seen; samples, allocations and snapshots need no hook
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

echo child_php(__DIR__ . '/hook_child.inc', ['xhprof.hook=off']);
echo child_php(__DIR__ . '/hook_off_child.inc', ['xhprof.hook=off']);
?>
--EXPECTF--
off

Warning: xhprof_enable(): profiling is off: xhprof.hook=off: calls are not recorded; samples and the mode "alloc" need no hook in %s on line %d
NULL
NULL
array(0) {
}
XHProf\Profile, all bytes
snapshot: complete
sampled: XHProf\Profile
