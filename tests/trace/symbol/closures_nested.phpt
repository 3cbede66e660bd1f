--TEST--
Nested closures recurse only if they share a name
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

$inner = function ($x) { return strrev($x); };
$outer = function ($x) use ($inner) { return $inner($x); };

xhprof_enable();
$outer('x');
$profile = xhprof_disable();
check_conservation($profile);

$outer_name = symbol_of($outer);
$inner_name = symbol_of($inner);
if ($inner_name === $outer_name) {
	$inner_name .= '@1';
}
var_dump(array_map(fn($row) => $row['ct'], $profile) === [
	"$inner_name==>strrev" => 1,
	"$outer_name==>$inner_name" => 1,
	"main()==>$outer_name" => 1,
	'main()==>xhprof_disable' => 1,
	'main()' => 1,
]);
var_dump(PHP_VERSION_ID >= 80400 || $inner_name === '{closure}@1');
?>
--EXPECT--
bool(true)
bool(true)
