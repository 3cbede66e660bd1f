--TEST--
More than 256 names are all ignored, without a warning
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

$code = '';
$names = [];
for ($i = 0; $i < 1500; $i++) {
	$code .= "function f$i(\$x) { return leaf(\$x); }\n";
	$names[] = "f$i";
}
eval($code);
function leaf($x) { return $x; }
function call_all($names)
{
	foreach ($names as $name) {
		$name(1);
	}
}

xhprof_enable(0, ['ignored_functions' => $names]);
call_all($names);
show(xhprof_disable());

unset($names[255], $names[256], $names[1499]);
xhprof_enable(0, ['ignored_functions' => $names]);
call_all(['f255', 'f256', 'f1499', 'f0', 'f1498']);
show(xhprof_disable());

// Long names too.
$long = str_repeat('x', 70000);
eval("function $long(\$x) { return leaf(\$x); } function y$long(\$x) { return $long(\$x); }");
xhprof_enable(0, ['ignored_functions' => [$long, "y$long"]]);
call_all(["y$long"]);
show(xhprof_disable());
?>
--EXPECT--
call_all==>leaf  ct=1500
main()==>call_all  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
f255==>leaf  ct=1
call_all==>f255  ct=1
f256==>leaf  ct=1
call_all==>f256  ct=1
f1499==>leaf  ct=1
call_all==>f1499  ct=1
call_all==>leaf  ct=2
main()==>call_all  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
call_all==>leaf  ct=1
main()==>call_all  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
