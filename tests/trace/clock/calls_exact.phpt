--TEST--
With a clock that steps at each call event, all times are exact
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function leaf($x) { return $x; }
function one($x) { return leaf($x); }
function three($x) { leaf($x); leaf($x); return one($x); }
function recursive($x) { return $x > 0 ? recursive($x - 1) : $x; }
function thrower($x) { leaf($x); throw $GLOBALS['exception']; }
function catcher($x)
{
	try {
		thrower($x);
	} catch (Exception $exception) {
		leaf($x);
	}
}

$exception = new Exception;
xhprof_enable(XHPROF_FLAGS_CPU);
leaf(1);
one(1);
three(1);
recursive(3);
catcher(1);
array_map('leaf', [1, 2]);
show_times(xhprof_disable());
?>
--EXPECT--
main()==>leaf  ct=1 wt=1 cpu=1
one==>leaf  ct=2 wt=2 cpu=2
main()==>one  ct=1 wt=3 cpu=3
three==>leaf  ct=2 wt=2 cpu=2
three==>one  ct=1 wt=3 cpu=3
main()==>three  ct=1 wt=9 cpu=9
recursive@2==>recursive@3  ct=1 wt=1 cpu=1
recursive@1==>recursive@2  ct=1 wt=3 cpu=3
recursive==>recursive@1  ct=1 wt=5 cpu=5
main()==>recursive  ct=1 wt=7 cpu=7
thrower==>leaf  ct=1 wt=1 cpu=1
catcher==>thrower  ct=1 wt=3 cpu=3
catcher==>leaf  ct=1 wt=1 cpu=1
main()==>catcher  ct=1 wt=7 cpu=7
array_map==>leaf  ct=2 wt=2 cpu=2
main()==>array_map  ct=1 wt=5 cpu=5
main()==>xhprof_disable  ct=1 wt=1 cpu=1
main()  ct=1 wt=40 cpu=40
