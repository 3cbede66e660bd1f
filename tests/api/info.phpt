--TEST--
xhprof_info() reports the hook, the clock and the state of the profile
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function leaf($x) { return $x; }

$info = xhprof_info();
var_dump($info['version'] === phpversion('xhprof'));
var_dump(in_array($info['hook'], ['ex', 'observer'], true), $info['hook_reason'] !== '' && $info['hook_cost'] !== '');
var_dump(in_array($info['clock'], ['tsc', 'cntvct', 'monotonic', 'fake'], true), $info['clock_reason'] !== '');
var_dump($info['running'], $info['unrecorded_calls']);

xhprof_enable();
leaf(1);
$during = xhprof_info();
$profile = xhprof_disable();
$after = xhprof_info();
var_dump($during['running'], $during['unrecorded_calls'], $after['running'], $after['unrecorded_calls']);
var_dump(array_keys($during) === array_keys($info), $during['hook'] === $info['hook']);
show($profile);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
int(0)
bool(true)
int(0)
bool(false)
int(0)
bool(true)
bool(true)
main()==>leaf  ct=1
main()==>xhprof_info  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
