--TEST--
Callees with many callers have the right counts, also beyond the edges that are remembered, in recursion, generators and closures
--FILE--
<?php
// 200 functions that all call each of 40: 8000 edges, twice as many as are remembered.
$code = 'function leaf(int $level): void { if ($level > 0) leaf($level - 1); }
function numbers(): Generator { for ($i = 0; $i < 2; $i++) { leaf(0); yield $i; } }';
for ($i = 0; $i < 40; $i++) {
	$code .= "function callee$i(): void { static \$n; leaf($i % 3); }";
}
for ($i = 0; $i < 200; $i++) {
	$code .= "function caller$i(): void { for (\$i = 0; \$i < 40; \$i++) { ('callee' . \$i)(); "
		. "} foreach (numbers() as \$number) { } }";
}
eval($code);
$one = function (): void { leaf(0); };
$two = function () use (&$one): void { $one(); };
$three = function () use (&$two): void { $two(); };

foreach ([0, XHPROF_FLAGS_TREE] as $flags) {
	xhprof_enable($flags | XHPROF_FLAGS_NO_BUILTINS);
	for ($turn = 0; $turn < 3; $turn++) {
		for ($i = 0; $i < 200; $i++) {
			('caller' . $i)();
		}
		$one();
		$two();
		$one();
		$three();
		$two();
	}
	$rows = xhprof_disable();
	$right = 0;
	for ($i = 0; $i < 200; $i++) {
		for ($k = 0; $k < 40; $k++) {
			$right += $rows["caller$i==>callee$k"]['ct'] === 3;
		}
		$right += $rows["caller$i==>numbers"]['ct'] === 9;
	}
	echo $right, "\n";
	$counts = [];
	foreach ($rows as $name => $row) {
		// Newer versions of PHP name each closure by its place.
		$name = preg_replace('/\{closure.*?\}(@\d+)?/', 'closure', $name);
		if (preg_match('/closure|leaf|main/', $name) && !str_contains($name, 'call')) {
			$counts[$name] = ($counts[$name] ?? 0) + $row['ct'];
		}
	}
	ksort($counts);
	foreach ($counts as $name => $count) {
		echo "$name $count\n";
	}
	$rows = array_filter($rows, static fn (string $name): bool => str_contains($name, 'callee')
		&& str_contains($name, '>leaf'), ARRAY_FILTER_USE_KEY);
	echo array_sum(array_column($rows, 'ct')), "\n";
}
?>
--EXPECT--
8200
closure==>closure 12
closure==>leaf 15
leaf==>leaf@1 15600
leaf@1==>leaf@2 7800
main() 1
main()==>closure 15
numbers==>leaf 1200
24000
8200
closure==>closure 12
closure==>leaf 15
leaf==>leaf@1 15600
leaf@1==>leaf@2 7800
main() 1
main()==>closure 15
numbers==>leaf 1200
24000
