--TEST--
call_user_func() called by name is a call itself
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function leaf($x) { return $x; }
class C
{
	function method($x) { return leaf($x); }
	static function fixed($x) { return leaf($x); }
}

$call = 'call_user_func';
$call_array = 'call_user_func_array';
$object = new C;
xhprof_enable();
$call('leaf', 1);
$call([$object, 'method'], 1);
$call('C::fixed', 1);
$call(['C', 'fixed'], 1);
$call_array('leaf', ['x' => 1]);
$call('call_user_func', 'strrev', 'x');
show(xhprof_disable());
?>
--EXPECT--
call_user_func==>leaf  ct=1
main()==>call_user_func  ct=5
C::method==>leaf  ct=1
call_user_func==>C::method  ct=1
C::fixed==>leaf  ct=2
call_user_func==>C::fixed  ct=2
call_user_func_array==>leaf  ct=1
main()==>call_user_func_array  ct=1
call_user_func@1==>strrev  ct=1
call_user_func==>call_user_func@1  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
