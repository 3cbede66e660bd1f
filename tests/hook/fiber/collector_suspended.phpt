--TEST--
A destructor that suspends the fiber running the cycle collector continues where that fiber is resumed
--SKIPIF--
<?php if (PHP_VERSION_ID < 80400) die('skip destructors may suspend since PHP 8.4'); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

class Node
{
	public $self;
	function __construct(public $suspends) { $this->self = $this; }
	function __destruct()
	{
		leaf(1);
		if ($this->suspends) {
			$GLOBALS['waiting'] = Fiber::getCurrent();
			Fiber::suspend();
			leaf(2);
		}
	}
}
function leaf($x) { return $x; }
function cycle($suspends) { new Node($suspends); }
function collect($x) { gc_collect_cycles(); return leaf($x); }
function entry($x)
{
	cycle(true);
	cycle(false);
	collect($x);
}
function resume($fiber) { $fiber->resume(); }

gc_enable();
gc_collect_cycles();
$fiber = new Fiber('entry');
xhprof_enable();
$fiber->start(1);
resume($waiting);
show(xhprof_disable());
?>
--EXPECT--
cycle==>Node::__construct  ct=2
entry==>cycle  ct=2
Node::__destruct==>leaf  ct=3
{gc}==>Node::__destruct  ct=2
Node::__destruct==>Fiber::getCurrent  ct=1
gc_collect_cycles==>{gc}  ct=1
collect==>gc_collect_cycles  ct=1
collect==>leaf  ct=1
entry==>collect  ct=1
Fiber::start==>entry  ct=1
main()==>Fiber::start  ct=1
Node::__destruct==>Fiber::suspend  ct=1
Fiber::resume==>Node::__destruct  ct=1
resume==>Fiber::resume  ct=1
main()==>resume  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
