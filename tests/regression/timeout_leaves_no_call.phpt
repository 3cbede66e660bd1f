--TEST--
A timeout inside nested builtins leaves no stale call
--INI--
fatal_error_backtraces=0
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function ex1($x) { return array_map('ex2', [$x]); }
function ex2($x) { return iterator_apply(new ArrayIterator([1]), 'ex3', [$x]); }
function ex3($x) { set_time_limit(1); while (true) { $x = $x % 7 + 1; } }

register_shutdown_function(function () {
	array_map('strrev', ['x']);
	show(xhprof_disable());
});
xhprof_enable();
ex1(1);
?>
--EXPECTF--
Fatal error: Maximum execution time of 1 second exceeded in %s on line %d
ex2==>ArrayIterator::__construct  ct=1
ex3==>set_time_limit  ct=1
iterator_apply==>ex3  ct=1
ex2==>iterator_apply  ct=1
array_map==>ex2  ct=1
ex1==>array_map  ct=1
main()==>ex1  ct=1
array_map==>strrev  ct=1
{closure}==>array_map  ct=1
{closure}==>xhprof_disable  ct=1
main()==>{closure}  ct=1
main()  ct=1
