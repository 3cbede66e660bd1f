--TEST--
If a fiber's entry function is ignored, its callees are called by the resumer
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function entry($x) { leaf($x); Fiber::suspend(); return leaf($x); }
function leaf($x) { return $x; }

$fiber = new Fiber('entry');
xhprof_enable(0, ['ignored_functions' => ['entry', 'Fiber::suspend']]);
$fiber->start(1);
leaf(0);
$fiber->resume();
show(xhprof_disable());
?>
--EXPECT--
Fiber::start==>leaf  ct=1
main()==>Fiber::start  ct=1
main()==>leaf  ct=1
Fiber::resume==>leaf  ct=1
main()==>Fiber::resume  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
