--TEST--
Each of many pairs has its own count, whether its callee has one caller or many
--EXTENSIONS--
xhprof
--FILE--
<?php
// 3,000 callees with one caller; then 70 with 70 callers, first some of the old ones.
$code = '';
for ($i = 0; $i < 3000; $i++) {
	$code .= "function f$i() { static \$calls; \$calls++; }";
}
for ($i = 0; $i < 70; $i++) {
	$code .= "function caller$i() { for (\$i = 2950; \$i < 3000; \$i++) { \$name = \"f\$i\"; \$name(); \$name(); "
		. "} for (\$i = 0; \$i < 20; \$i++) { (\"f\$i\")(); } }";
}
eval($code);

xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
for ($i = 0; $i < 3000; $i++) {
	"f$i"();
}
for ($i = 0; $i < 140; $i++) {
	('caller' . $i % 70)();
}
$rows = xhprof_disable();

$wrong = [];
$expect = static function (string $pair, int $calls) use (&$rows, &$wrong): void {
	if (($rows[$pair]['ct'] ?? null) !== $calls) {
		$wrong[] = $pair;
	}
	unset($rows[$pair]);
};
$expect('main()', 1);
for ($i = 0; $i < 3000; $i++) {
	$expect("main()==>f$i", 1);
}
for ($caller = 0; $caller < 70; $caller++) {
	$expect("main()==>caller$caller", 2);
	for ($i = 2950; $i < 3000; $i++) {
		$expect("caller$caller==>f$i", 4);
	}
	for ($i = 0; $i < 20; $i++) {
		$expect("caller$caller==>f$i", 2);
	}
}
var_dump($wrong, $rows);
?>
--EXPECT--
array(0) {
}
array(0) {
}
