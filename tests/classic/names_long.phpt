--TEST--
Names of 600 and 3000 bytes are not merged
--FILE--
<?php
require __DIR__ . '/../helper.inc';

$names = [];
foreach ([600, 3000] as $length) {
	foreach (['a', 'b'] as $last) {
		$names[] = $name = str_repeat('f', $length - 1) . $last;
		eval("function $name(\$x) { return strrev(\$x); }");
	}
}
xhprof_enable();
foreach ($names as $name) {
	$name('x');
	$name('y');
}
$profile = xhprof_disable();
check_conservation($profile);
foreach ($profile as $key => $row) {
	echo strlen($key), ' ', $row['ct'], "\n";
}
?>
--EXPECT--
609 2
609 2
609 2
609 2
3009 2
3009 2
3009 2
3009 2
23 1
6 1
