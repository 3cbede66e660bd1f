--TEST--
exit inside a generator inside a fiber closes all of it
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function entry($x)
{
	foreach (g($x) as $value) {
		leaf($value);
	}
}
function g($x) { yield leaf($x); exit(0); }
function leaf($x) { return $x; }
function finish() { leaf(1); show(xhprof_disable()); }

register_shutdown_function('finish');
$fiber = new Fiber('entry');
xhprof_enable();
$fiber->start(1);
?>
--EXPECT--
g==>leaf  ct=1
entry==>g  ct=2
entry==>leaf  ct=1
Fiber::start==>entry  ct=1
main()==>Fiber::start  ct=1
finish==>leaf  ct=1
finish==>xhprof_disable  ct=1
main()==>finish  ct=1
main()  ct=1
