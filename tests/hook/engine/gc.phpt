--TEST--
Destructors run by the cycle collector are called by {gc}, which is called by the function that triggered it
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

gc_enable();
gc_collect_cycles();
xhprof_enable();
cycle(1);
cycle(2);
collect(1);
show(xhprof_disable());
?>
--EXPECT--
cycle==>leaf  ct=2
main()==>cycle  ct=2
Node::__destruct==>leaf  ct=2
{gc}==>Node::__destruct  ct=2
gc_collect_cycles==>{gc}  ct=1
collect==>gc_collect_cycles  ct=1
collect==>leaf  ct=1
main()==>collect  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
