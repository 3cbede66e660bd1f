--TEST--
Methods of two anonymous classes that call each other share a name, so they recurse
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

$inner = new class { function m($x) { return strrev($x); } };
$outer = new class($inner) {
	function __construct(private $inner) { }
	function m($x) { return $this->inner->m($x); }
};

xhprof_enable();
$outer->m('x');
$inner->m('x');
show(xhprof_disable());
?>
--EXPECT--
class@anonymous::m@1==>strrev  ct=1
class@anonymous::m==>class@anonymous::m@1  ct=1
main()==>class@anonymous::m  ct=2
class@anonymous::m==>strrev  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
