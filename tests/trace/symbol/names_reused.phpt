--TEST--
New code at the address of freed code gets its own name
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function leaf($x) { return $x; }

xhprof_enable();
for ($i = 0; $i < 60; $i++) {
	$name = $i % 2 ? 'strrev' : 'ucfirst';
	$closure = eval("return function (\$x) { return $name(leaf(\$x)); };");
	$closure('x');
	$closure = null;
	$object = eval("return new class { function m$i(\$x) { return leaf(\$x); } };");
	$object->{"m$i"}($i);
	$object = null;
}
$profile = xhprof_disable();
check_conservation($profile);

$closures = $methods = 0;
foreach ($profile as $key => $row) {
	if (preg_match('/^class@anonymous::m\d+==>leaf$/', $key)) {
		$methods += $row['ct'] === 1 ? 1 : 1000;
	} elseif (preg_match('/^main\(\)==>\{closure/', $key)) {
		$closures += $row['ct'];
	}
}
var_dump($methods, $closures);
?>
--EXPECT--
int(60)
int(60)
