--TEST--
Of a file that callgrind wrote, each function and the total cost what callgrind_annotate says
--SKIPIF--
<?php
require __DIR__ . '/../format/tools.inc';
need_program('valgrind');
need_program('callgrind_annotate');
if (getenv('USE_ZEND_ALLOC') === '0') die('skip valgrind and sanitizers do not mix');
once_is_enough();
?>
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/../format/tools.inc';

$file = own_file('out');
exec("valgrind --tool=callgrind --callgrind-out-file=$file ls / 2>&1", $said, $status);
$text = run_program("callgrind_annotate --threshold=100 --auto=no --show-percs=no $file");
$number = fn (string $text): int => (int) str_replace(',', '', $text);
preg_match('/^\s*([\d,]+) +PROGRAM TOTALS/m', $text, $total);
$run = read_run($file);
echo $status, ' ', $run->summary()['wall_ns'] - $number($total[1]), ' ',
	array_sum(array_column($run->functions(), 'own_wall_ns')) - $number($total[1]), "\n";

// The files of inlined code are rows of their own there.
$own = [];
preg_match_all('/^\s*([\d,]+)  \S.*?:([^:\s]+)(?: \[.*\])?$/m', substr($text, strpos($text, 'file:function')),
	$rows, PREG_SET_ORDER);
foreach ($rows as [, $cost, $name]) {
	$own[$name] = ($own[$name] ?? 0) + $number($cost);
}
$ours = [];
foreach ($run->functions() as $name => $row) {
	$name = strtok((string) $name, ' ');
	$ours[$name] = ($ours[$name] ?? 0) + $row['own_wall_ns'];
}
$missing = array_diff_assoc($own, $ours);
unset($missing['(below'], $missing['main)']);
echo count($own) > 100 ? 'functions ' : 'FEW ', json_encode($missing), "\n";
?>
--EXPECT--
0 0 0
functions []
