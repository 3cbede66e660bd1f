--TEST--
A profile has all of thousands of functions and edges
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

$code = '';
for ($i = 0; $i < 3000; $i++) {
	$code .= "function f$i(\$x) { return leaf(\$x); }\n";
}
eval($code);
function leaf($x) { return $x; }
function call_all($prefix)
{
	for ($i = 0; $i < 3000; $i++) {
		($prefix . $i)($i);
	}
}
function call_some($prefix, $n)
{
	for ($i = 0; $i < $n; $i++) {
		($prefix . $i)($i);
	}
}

xhprof_enable();
call_all('f');
call_some('f', 1500);
call_all('f');
$profile = xhprof_disable();
check_conservation($profile);
$expected = [];
for ($i = 0; $i < 3000; $i++) {
	$expected["f$i==>leaf"] = $i < 1500 ? 3 : 2;
	$expected["call_all==>f$i"] = 2;
}
$expected['main()==>call_all'] = 2;
for ($i = 0; $i < 1500; $i++) {
	$expected["call_some==>f$i"] = 1;
}
$expected['main()==>call_some'] = 1;
$expected['main()==>xhprof_disable'] = 1;
$expected['main()'] = 1;
var_dump(array_map(fn($row) => $row['ct'], $profile) === $expected);
?>
--EXPECT--
bool(true)
