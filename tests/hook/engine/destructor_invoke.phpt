--TEST--
A closure's local variable is destroyed in the __invoke() that called the closure
--SKIPIF--
<?php
if (xhprof_info()['hook'] === 'observer') die(
	'skip the Observer API does not show when __invoke() ends: docs/troubleshooting.md'); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

class D
{
	function __destruct() { leaf(1); }
}
function leaf($x) { return $x; }

$closure = function ($x) { $local = new D; return leaf($x); };
xhprof_enable();
$closure(1);
$closure->__invoke(1);
array_map([$closure, '__invoke'], [1]);
show(xhprof_disable());
?>
--EXPECT--
{closure}==>leaf  ct=3
main()==>{closure}  ct=1
D::__destruct==>leaf  ct=3
main()==>D::__destruct  ct=1
Closure::__invoke==>{closure}  ct=2
Closure::__invoke==>D::__destruct  ct=2
main()==>Closure::__invoke  ct=1
array_map==>Closure::__invoke  ct=1
main()==>array_map  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
