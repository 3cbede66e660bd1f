--TEST--
When a fiber stops the profile, its open calls and its resumers' are closed innermost first
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function entry($nested)
{
	leaf(1);
	if ($nested) {
		$fiber = new Fiber('entry');
		$fiber->start(false);
		leaf(2);
	} else {
		stop();
		leaf(3);
	}
}
function stop() { $GLOBALS['profile'] = xhprof_disable(); leaf(4); }
function leaf($x) { return $x; }
function start($fiber) { $fiber->start(true); leaf(5); }

$fiber = new Fiber('entry');
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
start($fiber);
leaf(6);
show($profile);

$fiber = new Fiber('entry');
xhprof_enable();
start($fiber);
leaf(6);
show($profile);
?>
--EXPECT--
entry==>leaf  ct=1
entry@1==>leaf  ct=1
entry@1==>stop  ct=1
entry==>entry@1  ct=1
start==>entry  ct=1
main()==>start  ct=1
main()  ct=1
entry==>leaf  ct=1
entry==>Fiber::__construct  ct=1
entry@1==>leaf  ct=1
stop==>xhprof_disable  ct=1
entry@1==>stop  ct=1
Fiber::start@1==>entry@1  ct=1
entry==>Fiber::start@1  ct=1
Fiber::start==>entry  ct=1
start==>Fiber::start  ct=1
main()==>start  ct=1
main()  ct=1
