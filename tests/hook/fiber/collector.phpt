--TEST--
Destructors run by the cycle collector in a fiber are called by the function that triggered it, each time
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

class Node
{
	public $self;
	function __destruct() { leaf(1); }
}
function cycle($x) { $node = new Node; $node->self = $node; return leaf($x); }
function collect($x) { gc_collect_cycles(); return leaf($x); }
function leaf($x) { return $x; }
function entry($x)
{
	for ($i = 0; $i < 2; $i++) {
		cycle($x);
		cycle($x);
		collect($x);
	}
}

gc_enable();
gc_collect_cycles();
/* Since 8.4 the engine has a fiber of its own for that. It makes it once, and leaves it suspended. */
for ($i = 0; $i < 2; $i++) {
	$fiber = new Fiber('entry');
	xhprof_enable();
	$fiber->start(1);
	show(xhprof_disable());
}
?>
--EXPECT--
cycle==>leaf  ct=4
entry==>cycle  ct=4
Node::__destruct==>leaf  ct=4
{gc}==>Node::__destruct  ct=4
gc_collect_cycles==>{gc}  ct=2
collect==>gc_collect_cycles  ct=2
collect==>leaf  ct=2
entry==>collect  ct=2
Fiber::start==>entry  ct=1
main()==>Fiber::start  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
cycle==>leaf  ct=4
entry==>cycle  ct=4
Node::__destruct==>leaf  ct=4
{gc}==>Node::__destruct  ct=4
gc_collect_cycles==>{gc}  ct=2
collect==>gc_collect_cycles  ct=2
collect==>leaf  ct=2
entry==>collect  ct=2
Fiber::start==>entry  ct=1
main()==>Fiber::start  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
