--TEST--
Deep recursion in a fiber with its small C stack returns its result and does not crash
--INI--
memory_limit=-1
zend.max_allowed_stack_size=-1
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function f($n)
{
	if ($n === 0) {
		Fiber::suspend('bottom');
	}
	return $n > 0 ? 1 + f($n - 1) : 0;
}
function leaf($x) { return $x; }

xhprof_enable();
$fiber = new Fiber('f');
echo $fiber->start(100000), "\n";
leaf(1);
$fiber->resume();
leaf(2);
$profile = xhprof_disable();
check_conservation($profile);
var_dump($fiber->getReturn(), $profile['main()==>leaf']['ct']);
?>
--EXPECT--
bottom
int(100000)
int(2)
