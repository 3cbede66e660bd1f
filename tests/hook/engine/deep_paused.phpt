--TEST--
A recursion 100,000 deep while the profile is paused returns its result and does not crash
--INI--
memory_limit=-1
zend.max_allowed_stack_size=-1
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function f($n) { return $n > 0 ? 1 + f($n - 1) : 0; }
function resume($n) { return $n > 0 ? 1 + resume($n - 1) : (xhprof_resume() ? leaf(0) : -1); }
function leaf($x) { return $x; }

xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
xhprof_pause();
var_dump(f(100000));
xhprof_resume();
leaf(1);
var_dump(xhprof_info()['unrecorded_calls']);
show(xhprof_disable());

// What follows on the way down is recorded, as deep as that. On some systems ex counts it.
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
xhprof_pause();
var_dump(resume(100000));
leaf(1);
$profile = xhprof_disable();
$told = xhprof_info()['unrecorded_calls'];
$is_whole = xhprof_info()['hook'] !== 'ex' || has_segments();
var_dump($told === ($is_whole ? 0 : 1), $profile['main()==>leaf']['ct'] + $told);
?>
--EXPECT--
int(100000)
int(0)
main()==>leaf  ct=1
main()  ct=1
int(100000)
bool(true)
int(2)
