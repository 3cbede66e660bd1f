--TEST--
An uncaught exception closes the fiber's calls and its resumer's
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function outer($fiber) { $fiber->start(1); $fiber->resume(); }
function entry($x) { Fiber::suspend(leaf($x)); return thrower($x); }
function thrower($x) { throw new Exception('boom'); }
function leaf($x) { return $x; }
function handler($exception) { leaf(1); show(xhprof_disable()); }

set_exception_handler('handler');
$fiber = new Fiber('entry');
xhprof_enable();
outer($fiber);
?>
--EXPECT--
entry==>leaf  ct=1
Fiber::start==>entry  ct=1
outer==>Fiber::start  ct=1
entry==>Fiber::suspend  ct=1
thrower==>Exception::__construct  ct=1
entry==>thrower  ct=1
Fiber::resume==>entry  ct=1
outer==>Fiber::resume  ct=1
main()==>outer  ct=1
handler==>leaf  ct=1
handler==>xhprof_disable  ct=1
main()==>handler  ct=1
main()  ct=1
