--TEST--
A closure's __invoke() is a call whose child is the closure
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

class Target
{
}
function leaf($x) { return $x; }

$closure = function ($x) { return leaf($x); };
xhprof_enable();
$closure->__invoke(1);
call_user_func([$closure, '__invoke'], 1);
array_map([$closure, '__invoke'], [1]);
$closure->call(new Target, 1);
$bound = $closure->bindTo(null);
$bound(1);
show(xhprof_disable());
?>
--EXPECT--
{closure}==>leaf  ct=4
Closure::__invoke==>{closure}  ct=3
main()==>Closure::__invoke  ct=2
array_map==>Closure::__invoke  ct=1
main()==>array_map  ct=1
Target::{closure}==>leaf  ct=1
Closure::call==>Target::{closure}  ct=1
main()==>Closure::call  ct=1
main()==>Closure::bindTo  ct=1
main()==>{closure}  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
