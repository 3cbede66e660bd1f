--TEST--
A call that began in an earlier run, or ends while a run is paused, is closed in no other run
--FILE--
<?php
function leaf(): void { static $n; }
function inner(): void
{
	leaf();
	$GLOBALS['first'] = xhprof_disable();
	xhprof_enable($GLOBALS['flags']);
	leaf();
	leaf();
}
function outer(): void { inner(); leaf(); }
function pausing(): void { leaf(); xhprof_pause(); leaf(); }
function resuming(): void { leaf(); xhprof_resume(); leaf(); }
function stopping(): void { leaf(); pausing(); $GLOBALS['third'] = xhprof_disable(); leaf(); }
function numbers(): Generator { yield 1; inner(); yield 2; leaf(); }

function show(array $rows): void
{
	ksort($rows);
	foreach ($rows as $name => $row) {
		echo $name, ' ', $row['ct'], $row['wt'] >= 0 ? '' : ' negative', "\n";
	}
	echo "\n";
}

$counts = static fn (array $runs): array => array_map(static function (array $rows): array {
	ksort($rows);
	return array_map(static fn (array $row): int => $row['ct'], $rows);
}, $runs);
foreach ([0, XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY, XHPROF_FLAGS_TREE] as $flags) {
	$flags |= XHPROF_FLAGS_NO_BUILTINS;
	xhprof_enable($flags);
	outer();
	leaf();
	foreach (numbers() as $number) {
		leaf();
	}
	$second = xhprof_disable();
	xhprof_enable($flags);
	pausing();
	leaf();
	resuming();
	stopping();
	$seen[] = [$first, $second, $third];
}
foreach ($seen[0] as $rows) {
	show($rows);
}
var_dump($counts($seen[0]) === $counts($seen[1]), $counts($seen[0]) === $counts($seen[2]));
?>
--EXPECT--
inner==>leaf 1
main() 1
main()==>leaf 5
main()==>numbers 2
numbers==>inner 1

main() 1
main()==>leaf 3
main()==>numbers 1
numbers==>leaf 1

main() 1
main()==>leaf 1
main()==>pausing 1
main()==>stopping 1
pausing==>leaf 2
stopping==>leaf 1
stopping==>pausing 1

bool(true)
bool(true)
