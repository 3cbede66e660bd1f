--TEST--
A function with many callers has at least the time of its callees, despite rounding
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

$code = '';
for ($i = 0; $i < 300; $i++) {
	$code .= "function caller$i(\$x) { return middle(\$x); }\n";
}
eval($code);
function middle($x) { return work($x); }
function work($x) { return str_repeat($x, 2000); }

for ($n = 0; $n < 3; $n++) {
	xhprof_enable(XHPROF_FLAGS_CPU);
	for ($i = 0; $i < 300; $i++) {
		("caller$i")('x');
	}
	$profile = xhprof_disable();
	check_conservation($profile, true);
}
var_dump($profile['middle==>work']['ct']);
?>
--EXPECT--
int(300)
