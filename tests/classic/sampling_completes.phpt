--TEST--
A program that is sampled runs to completion
--SKIPIF--
<?php if (!function_exists('xhprof_sample_enable')) die('skip no sampling here'); ?>
--FILE--
<?php
function foo($x) { return $x > 0 ? foo($x - 1) : strrev('x'); }

xhprof_sample_enable();
foo(10);
var_dump(is_array(xhprof_sample_disable()));
?>
--EXPECT--
bool(true)
