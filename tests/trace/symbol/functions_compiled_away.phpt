--TEST--
Functions compiled into opcodes are not calls, and call_user_func() is replaced by its target
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function leaf($x) { return $x; }
function outer($x)
{
	return strlen($x) + count([$x]) + intval($x) + (is_string($x) ? 1 : 0) + (int) defined('X')
		+ call_user_func('leaf', $x) + call_user_func_array('leaf', [$x]) + func_num_args()
		+ count(func_get_args());
}

xhprof_enable();
outer('7');
outer('8');
show(xhprof_disable());
?>
--EXPECT--
outer==>leaf  ct=4
main()==>outer  ct=2
main()==>xhprof_disable  ct=1
main()  ct=1
