--TEST--
Names may hold any byte PHP lets them hold
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

$names = [
	"\x80\xff\xfe",
	"na\u{ef}ve\u{1f600}",
	"f\x80",
];
foreach ($names as $name) {
	eval("namespace $name; function $name(\$x) { return \\strrev(\$x); }
		class $name { static function $name(\$x) { return $name(\$x); } }");
	$call = "$name\\$name::$name";
	xhprof_enable();
	$call('x');
	$profile = xhprof_disable();
	check_conservation($profile);
	var_dump(array_keys($profile) === [
		"$name\\$name==>strrev",
		"$name\\$name::$name==>$name\\$name",
		"main()==>$name\\$name::$name",
		'main()==>xhprof_disable',
		'main()',
	]);
}

// A name that looks like a recursion level, or like a number.
eval('function f1($x) { return strrev($x); } class _1 { static function _2($x) { return f1($x); } }');
xhprof_enable();
_1::_2('x');
show(xhprof_disable());
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
f1==>strrev  ct=1
_1::_2==>f1  ct=1
main()==>_1::_2  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
